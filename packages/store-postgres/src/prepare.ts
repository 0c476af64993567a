import { createHash } from "node:crypto";
import type { PostgresQuery } from "./pool.ts";

/** Returns a statement with a unique name, so that each connection parses and plans it once. */
export function prepare(text: string): Pick<Required<PostgresQuery>, "name" | "text"> {
  const hash = createHash("sha256").update(text).digest("hex");
  return { name: `cutpoint-${hash.slice(0, 32)}`, text };
}
