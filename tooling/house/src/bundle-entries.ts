import { readFileSync, rmSync } from "node:fs";
import { build } from "esbuild";
import type { Manifest } from "./workspace.ts";

/**
 * Joins the modules that tsc wrote to `dist` into few files in `dist/node`: one for each entry, and what entries share. Node
 * reads them faster than a hundred modules. Bundlers read the modules, of which they can leave out more. Run in the folder
 * of a package, after tsc.
 */
const { exports = {} } = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const tooOld = `Cutpoint needs Node 22.16 or newer: this is \${process.version}`;
rmSync("dist/node", { recursive: true, force: true });
await build({
  entryPoints: Object.values(exports).flatMap((conditions) => conditions["default"] ?? []),
  outdir: "dist/node",
  outbase: "dist",
  bundle: true,
  splitting: true,
  chunkNames: "shared-[hash]",
  format: "esm",
  platform: "node",
  target: "node22",
  packages: "external",
  sourcemap: true,
  // Without it, an older Node would fail somewhere in the first compaction.
  banner: { js: `if (!Map.groupBy || !Promise.withResolvers) throw new Error(\`${tooOld}\`);` },
  logLevel: "warning",
});
