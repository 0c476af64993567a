import { once } from "node:events";
import { writeSync } from "node:fs";
import { isCutpointError } from "@cutpoint/core";
import type { SessionStore } from "@cutpoint/session";
import type { AppendResult } from "@cutpoint/session/store";
import { chain, SESSION } from "./probe.ts";

/**
 * Program of the processes that append to a store.
 *
 * Arguments: the module and the argument that open the store, the prefix of its entry ids, the number of batches (or
 * `forever`), and the entries in a batch. It starts on its first input. It appends each batch after the newest entry
 * and prints the ids of each acknowledged batch on a line.
 */
const [module = "", argument = "", name = "", batches = "0", size = "1"] = process.argv.slice(2);

type Opening = { readonly openStore: (argument: string) => Promise<SessionStore> };

const { openStore } = (await import(module)) as Opening;
await using store = await openStore(argument);
writeSync(1, "open\n");
await once(process.stdin, "data");
process.stdin.destroy();
const count = batches === "forever" ? Number.POSITIVE_INFINITY : Number(batches);
let head = await headOf(store);
for (let index = 0; index < count;) {
  const ids = Array.from({ length: Number(size) }, (_, place) => `${name}-${index}-${place}`);
  const result = await attempt(ids);
  if (result?.type !== "appended") {
    if (result !== null) head = result.head;
    continue;
  }
  writeSync(1, `${ids.join(" ")}\n`);
  head = ids.at(-1) ?? null;
  index += 1;
}

/** Returns `null` if the store could not write. */
async function attempt(ids: readonly string[]): Promise<AppendResult | null> {
  try {
    return await store.append(SESSION, chain(ids, head), { expectedHead: head });
  } catch (error) {
    if (isCutpointError(error) && error.retryable) {
      writeSync(1, `refused ${ids.join(" ")}\n`);
      return null;
    }
    throw error;
  }
}

async function headOf(from: SessionStore): Promise<string | null> {
  for await (const entry of from.read(SESSION, { order: "newest-first" })) return entry.id;
  return null;
}
