import { scale } from "../scale/scale.ts";
import { KINDS, stress } from "./stress-stores.ts";

const DEFAULT_ROUNDS = 200;

/** Seconds of load. */
const DEFAULT_SECONDS = 60;

const [name = "", count, only] = process.argv.slice(2);
const kinds = KINDS.filter((kind) => only === undefined || kind === only);
const isNumber = count === undefined || /^[1-9]\d*$/.test(count);
if (name === "stores" && isNumber && kinds.length > 0) {
  if (!(await stress(Number(count ?? DEFAULT_ROUNDS), kinds))) process.exitCode = 1;
} else if (name === "scale" && isNumber && only === undefined) {
  if (!(await scale(Number(count ?? DEFAULT_SECONDS)))) process.exitCode = 1;
} else {
  console.error(`Usage: npx --yes pnpm@12 stress stores [rounds] [${KINDS.join("|")}]`);
  console.error("       npx --yes pnpm@12 stress scale [seconds]");
  process.exitCode = 2;
}
