import { existsSync } from "node:fs";

/** A benchmark is a folder beside this file whose `bench.ts` exports `bench`: `pnpm bench tokens`. */
type Bench = { readonly bench: () => Promise<void> };

const [name = ""] = process.argv.slice(2);
const file = new URL(`./${name}/bench.ts`, import.meta.url);
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  console.error(
    `no benchmark ${JSON.stringify(name)}: name a folder of tooling/bench/src, as in \`pnpm bench tokens\``,
  );
  process.exitCode = 1;
} else {
  const { bench } = (await import(file.href)) as Bench;
  await bench();
}
