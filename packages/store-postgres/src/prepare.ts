import { createHash } from "node:crypto";
import type { PostgresQuery } from "./pool.ts";

/** A statement that each connection parses and plans once; its name tells it from any other one. */
export function prepared(text: string): Pick<Required<PostgresQuery>, "name" | "text"> {
  const hash = createHash("sha256").update(text).digest("hex");
  return { name: `cutpoint-${hash.slice(0, 32)}`, text };
}
