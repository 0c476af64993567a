import { isCutpointError } from "@cutpoint/core";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { SESSION, message } from "./log-folder.ts";

/** Appends an entry after `a` to the log of a folder, and prints the code of its error. */
const [directory = ""] = process.argv.slice(2);
await using store = createJsonlStore({ directory });
try {
  await store.append(SESSION, [message("b", "a")], { expectedHead: "a" });
} catch (error) {
  if (isCutpointError(error)) process.stdout.write(`${error.code} ${error.retryable}`);
}
