import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a folder for a run of the demo. */
export function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "cutpoint-demo-"));
}
