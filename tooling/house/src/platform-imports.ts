import { builtinModules } from "node:module";
import { readModule } from "./module-record.ts";

/** Finds imports of Node modules in built files, one sentence each. */
export function platformImports(files: Iterable<readonly [string, string]>): readonly string[] {
  const problems: string[] = [];
  for (const [path, text] of files)
    for (const { specifier, line } of readModule(path, text).requests)
      if (specifier.startsWith("node:") || builtinModules.includes(specifier))
        problems.push(`${path}:${line}: ${specifier} exists in Node only`);
  return problems;
}
