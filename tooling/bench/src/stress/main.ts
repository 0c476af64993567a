import { existsSync } from "node:fs";

/** A stress test is a file beside this one that exports `stress`: `pnpm stress stores`. */
type Stress = { readonly stress: (rounds: number) => Promise<boolean> };

const DEFAULT_ROUNDS = 200;

const [name = "", rounds = String(DEFAULT_ROUNDS)] = process.argv.slice(2);
const file = new URL(`./stress-${name}.ts`, import.meta.url);
if (!/^[a-z-]+$/.test(name) || !existsSync(file) || !/^[1-9]\d*$/.test(rounds)) {
  console.error("usage: pnpm stress stores [rounds]");
  process.exitCode = 2;
} else {
  const { stress } = (await import(file.href)) as Stress;
  if (!(await stress(Number(rounds)))) process.exitCode = 1;
}
