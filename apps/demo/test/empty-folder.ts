import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder to run the demo in. */
export function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "cutpoint-demo-"));
}
