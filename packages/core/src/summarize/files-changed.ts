import { fileOperationsOf } from "../digest/file-operations.ts";
import { hasFailed, type ToolRun } from "../digest/tool-runs.ts";

/** The files that some calls changed, their paths as they are told. */
export function filesChanged(
  runs: readonly ToolRun[],
  plain: (text: string) => string,
): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const run of runs)
    if (!hasFailed(run))
      for (const path of fileOperationsOf(run.values, run.kind).modified ?? [])
        changed.add(plain(path));
  return changed;
}
