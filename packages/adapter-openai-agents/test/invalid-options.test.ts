import { expect, test } from "vitest";
import { invalidInputWith } from "../../core/test/support/invalid-input.ts";
import { createAgentsSummarizer } from "../src/summarizer.ts";
import { watchRuns } from "../src/hooks/watch-runs.ts";
import { createServerCompaction } from "../src/model/server-compaction.ts";
import { withCompaction } from "../src/model/with-compaction.ts";
import { createCompactingRunner } from "../src/session/compacting-runner.ts";
import { createCompactingSession } from "../src/session/create-compacting-session.ts";
import { createMemoryStore } from "./support/session-run.ts";

const none = undefined as never;
const store = createMemoryStore();

test.each<[string, () => unknown, string]>([
  ["withCompaction()", () => withCompaction(none), "target is undefined: expected a Model"],
  ["a name", () => withCompaction("gpt-5" as never), 'target is "gpt-5": expected a Model'],
  ["an object", () => withCompaction({} as never), "target is {}: expected a Model"],
  ["createCompactingSession()", () => createCompactingSession(none), "options is undefined"],
  [
    "a session without options",
    () => createCompactingSession({} as never),
    "options is {}: expected { store, sessionId } or { session }",
  ],
  [
    "an inner session that is null",
    () => createCompactingSession({ session: null as never }),
    "session is null: expected a session of the SDK",
  ],
  [
    "a summarizer that is null",
    () => createCompactingSession({ store, sessionId: "one", summarizer: null as never }),
    "summarizer is null: expected a summarizer",
  ],
  [
    "a runner's summarizer that is null",
    () => createCompactingRunner({ summarizer: null as never }),
    "summarizer is null: expected a summarizer",
  ],
  [
    "a provider that is null",
    () => createCompactingRunner({ provider: null as never }),
    "provider is null: expected a ModelProvider",
  ],
  [
    "a name of a summary model",
    () => createAgentsSummarizer("gpt-5" as never),
    'model is "gpt-5": expected a Model',
  ],
  ["createServerCompaction()", () => createServerCompaction(none), "open is undefined: expected"],
  ["watchRuns()", () => watchRuns(none, () => undefined), "target is undefined: expected a Runner"],
])("%s is rejected by name", async (_name, create, message) => {
  const run = async (): Promise<unknown> => {
    const made = create();
    return (made as { getItems?: () => Promise<unknown> }).getItems?.();
  };
  await expect(run()).rejects.toThrow(invalidInputWith(message));
});
