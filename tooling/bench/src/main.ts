type Bench = { readonly bench: () => unknown };

/** `npx --yes pnpm@12 bench` measures the goals of speed. `npx --yes pnpm@12 bench tokens` runs one of the other benchmarks. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  capacity: () => import("./capacity/bench.ts"),
  hosts: () => import("./hosts/bench.ts"),
  readers: () => import("./readers/bench.ts"),
  speed: () => import("./speed/bench.ts"),
  tokens: () => import("./tokens/bench.ts"),
};

const [first = "speed"] = process.argv.slice(2);
const name = first.startsWith("--") && first !== "--help" ? "speed" : first;
const load = BENCHES[name];
if (load === undefined) {
  console.error(
    `unknown benchmark ${JSON.stringify(name)}: expected one of ${Object.keys(BENCHES).join(", ")}`,
  );
  process.exitCode = 1;
} else {
  const { bench } = await load();
  await bench();
}
