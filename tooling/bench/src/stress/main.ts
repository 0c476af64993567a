import { KINDS, stress } from "./stress-stores.ts";

const DEFAULT_ROUNDS = 200;

const [name = "", rounds = String(DEFAULT_ROUNDS), only] = process.argv.slice(2);
const kinds = KINDS.filter((kind) => only === undefined || kind === only);
if (name !== "stores" || !/^[1-9]\d*$/.test(rounds) || kinds.length === 0) {
  console.error(`Usage: npx pnpm@12 stress stores [rounds] [${KINDS.join("|")}]`);
  process.exitCode = 2;
} else if (!(await stress(Number(rounds), kinds))) process.exitCode = 1;
