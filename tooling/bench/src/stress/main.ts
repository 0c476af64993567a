import { stress } from "./stress-stores.ts";

const DEFAULT_ROUNDS = 200;

const [name = "", rounds = String(DEFAULT_ROUNDS)] = process.argv.slice(2);
if (name !== "stores" || !/^[1-9]\d*$/.test(rounds)) {
  console.error("usage: pnpm stress stores [rounds]");
  process.exitCode = 2;
} else if (!(await stress(Number(rounds)))) process.exitCode = 1;
