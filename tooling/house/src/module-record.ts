import { parseSync, type Program } from "oxc-parser";

/** An imported module with its line. */
type ModuleRequest = { readonly specifier: string; readonly line: number };

/** The imports and exports of a TypeScript file. */
export type ModuleRecord = {
  readonly requests: readonly ModuleRequest[];
  readonly exportsAll: boolean;
  readonly program: Program;
};

/** Parses a TypeScript file. Type-only imports count like the others. */
export function readModule(path: string, text: string): ModuleRecord {
  const { module, program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} cannot be read: ${error.message}`);
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length;
  const exported = module.staticExports.flatMap((statement) => statement.entries);
  return {
    requests: [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
      ...exported.map(({ moduleRequest }) => moduleRequest),
      ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
        value: text.slice(start, end).replaceAll(/^["'`]|["'`]$/g, ""),
        start,
      })),
    ]
      .filter((request) => request !== null && request !== undefined)
      .map(({ value, start }) => ({ specifier: value, line: lineAt(start) })),
    exportsAll: exported.some((entry) => entry.importName.kind.startsWith("All")),
    program,
  };
}
