import type { Manifest, WorkspacePackage } from "./workspace.ts";

const SOURCE_CONDITION = "@cutpoint/source";
/** The end of the build of a package that Node reads as few files. */
const BUNDLE = "tooling/house/src/bundle-entries.ts";

/** Finds what the manifest of a published package lacks. The addresses are those of the root manifest. */
export function manifestProblems(
  { folder, manifest, paths }: WorkspacePackage,
  root: Manifest,
): readonly string[] {
  const address = root.bugs?.replace(/\/issues$/, "");
  const expected = {
    homepage: `${address}/tree/main/${folder}#readme`,
    bugs: root.bugs,
    license: root.license,
    author: root.author,
    repository: { ...root.repository, directory: folder },
    files: ["dist", "src"],
    publishConfig: { access: "public", provenance: true },
    engines: { node: ">=22.16" },
  };
  return [
    ...Object.entries(expected).flatMap(([field, value]) =>
      unless(
        JSON.stringify(manifest[field as keyof Manifest]) === JSON.stringify(value),
        `${field} is wrong: expected ${JSON.stringify(value)}`,
      ),
    ),
    ...unless((manifest.keywords ?? []).length > 0, "keywords is empty: expected at least one"),
    ...exportProblems(manifest, paths),
  ];
}

function exportProblems(manifest: Manifest, paths: readonly string[]): readonly string[] {
  const entries = Object.entries(manifest.exports ?? {});
  const isBundled = manifest.scripts?.["build"]?.endsWith(BUNDLE) === true;
  return [
    ...unless(entries[0]?.[0] === ".", 'exports is wrong: expected "." as the first entry'),
    ...entries.flatMap(([subpath, conditions]) => {
      const source = conditions[SOURCE_CONDITION] ?? "";
      const base = /^\.\/src\/(.+)\.ts$/.exec(source)?.[1];
      const expected = {
        [SOURCE_CONDITION]: `./src/${base}.ts`,
        types: `./dist/${base}.d.ts`,
        ...(isBundled && { node: `./dist/node/${base}.js` }),
        default: `./dist/${base}.js`,
      };
      return [
        ...unless(
          JSON.stringify(conditions) === JSON.stringify(expected),
          `exports["${subpath}"] is wrong: expected ${Object.keys(expected).join(", ")}, in that order, for one source file`,
        ),
        ...unless(
          paths.includes(source.slice(2)),
          `exports["${subpath}"]: ${source} does not exist`,
        ),
      ];
    }),
  ];
}

function unless(holds: boolean, problem: string): readonly string[] {
  return holds ? [] : [problem];
}
