import { defined, type JsonRecord } from "./fields.ts";
import type { SessionSource } from "./imported-session.ts";
import type { Problems, RecordUse } from "./ledger.ts";
import type { Reader } from "./reader.ts";
import {
  createThreadBuilder,
  type Loose,
  type ThreadBuilder,
  type ThreadFields,
} from "./thread-builder.ts";

/** Reads records that all belong to one conversation and contain nothing about the session. */
export function createSingleThreadReader(
  problems: Problems,
  source: SessionSource,
  createAdd: (thread: ThreadBuilder) => (record: JsonRecord) => RecordUse,
): Reader {
  const thread = createThreadBuilder(problems);
  return {
    add: createAdd(thread),
    finish: () => sessionOf(thread, source, {}),
  };
}

/** Returns a session with one thread. */
export function sessionOf(
  thread: ThreadBuilder,
  source: Loose<SessionSource> & Pick<SessionSource, "format">,
  fields: ThreadFields,
): ReturnType<Reader["finish"]> {
  return { source: defined(source) as SessionSource, threads: [thread.finish(fields)] };
}
