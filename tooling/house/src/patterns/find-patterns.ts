import { parseSync, Visitor } from "oxc-parser";
import { readWorkspace } from "../workspace.ts";

/** A regular expression in a source file. */
export type Pattern = {
  /** Path and line. */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
};

/** Returns the sources of all packages, with their paths from the root of the repository. */
export function packageSources(): readonly { readonly path: string; readonly text: string }[] {
  return readWorkspace()
    .filter(({ kind }) => kind === "package")
    .flatMap(({ folder, sources }) =>
      [...sources].map(([path, text]) => ({ path: `${folder}/${path}`, text })),
    )
    .filter(({ path }) => /^packages\/[^/]+\/src\//.test(path));
}

/** Returns the regular expression literals of a TypeScript file. */
export function findPatterns(path: string, text: string): readonly Pattern[] {
  const patterns: Pattern[] = [];
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const at = `${path}:${text.slice(0, node.start).split("\n").length}`;
      patterns.push({ at, source: node.regex.pattern, flags: node.regex.flags });
    },
  }).visit(parseSync(path, text).program);
  return patterns;
}
