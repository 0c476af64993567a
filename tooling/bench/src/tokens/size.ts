import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { atMost, type Goal } from "../goals.ts";

const STARTS = 9;
const source = fileURLToPath(
  new URL("../../../../packages/core/src/tokens/estimate-text.ts", import.meta.url),
);

/** Measures the bundled estimator: its size, and the time from its import to its first result in a new process. */
export async function sizeGoals(): Promise<readonly Goal[]> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  const [bundle] = outputFiles;
  if (bundle === undefined) throw new Error("the bundler returned no file");
  const bytes = gzipSync(bundle.contents, { level: 9 }).length;
  const address = `data:text/javascript;base64,${Buffer.from(bundle.contents).toString("base64")}`;
  const program = `await import("data:text/javascript,0");const start = performance.now();const { estimateText } = await import(${JSON.stringify(address)});estimateText("x");console.log(performance.now() - start)`;
  const times = Array.from({ length: STARTS }, () =>
    Number(
      execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }),
    ),
  );
  // Other processes can only make it slower.
  const start = Math.min(...times);
  return [
    atMost(
      "size with its table, minified and gzipped",
      bytes,
      4_096,
      (value) => `${value.toLocaleString("en")} bytes`,
    ),
    atMost("start, to the first result", start, 5, (value) => `${value.toFixed(1)} ms`),
  ];
}
