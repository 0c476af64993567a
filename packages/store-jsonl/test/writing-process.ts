import { createJsonlStore } from "../src/jsonl-store.ts";
import { message, SESSION } from "./log-folder.ts";

/** Appends the requested number of entries to the log in a folder, each after the newest entry at that time. */
const [directory = "", name = "", count = "0"] = process.argv.slice(2);

await using store = createJsonlStore({ directory });
let expectedHead: string | null = null;
for (let index = 0; index < Number(count);) {
  const id = `${name}-${index}`;
  const result = await store.append(SESSION, [message(id, expectedHead)], { expectedHead });
  if (result.type === "appended") index += 1;
  expectedHead = result.type === "appended" ? id : result.head;
}
