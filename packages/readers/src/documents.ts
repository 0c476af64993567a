import { detectElementFormat } from "./detect.ts";
import { type JsonRecord, recordIn, recordsIn } from "./fields.ts";
import { READERS } from "./formats.ts";
import type { Problems } from "./problems.ts";
import { addRecord, type Reader } from "./reader.ts";

/** Returns the messages inside a document, with the system text of a request body as the first message. */
export function messagesIn(document: JsonRecord): readonly JsonRecord[] | null {
  const nested = ["values", "channel_values"].map((key) => recordIn(document, key)["messages"]);
  const lists = [document["messages"], document["input"], document["output"], document["items"]];
  const found = [...lists, ...nested].find((list) => Array.isArray(list));
  if (found === undefined) return null;
  const system = document["system"] ?? document["instructions"];
  const hasSystem = typeof system === "string" || Array.isArray(system);
  return [...(hasSystem ? [{ role: "system", content: system }] : []), ...recordsIn(found)];
}

/** Reads a list of messages; `null` if its format is unknown. The line of a problem is the place in the list. */
export function createListReader(list: readonly unknown[], problems: Problems): Reader | null {
  const records = recordsIn(list);
  const format = detectElementFormat(records);
  if (format === null) return null;
  const reader = READERS[format](problems);
  for (const [index, record] of records.entries()) addRecord(reader, problems, [record, index + 1]);
  return reader;
}

/** Reads files with one conversation per line, such as training data. Each one is a thread. */
export function createDocumentsReader(problems: Problems): Reader {
  const results: ReturnType<Reader["finish"]>[] = [];
  return {
    add(record) {
      const reader = createListReader(messagesIn(record) ?? [], problems);
      if (reader === null) problems.report("unknown-type");
      else results.push(reader.finish());
    },
    finish: () => ({
      source: results[0]?.source ?? { format: "openai-chat" },
      threads: results.flatMap(({ threads }, index) =>
        threads.map((thread) => ({ ...thread, id: `line-${index + 1}` })),
      ),
    }),
  };
}
