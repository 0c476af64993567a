type Bench = { readonly bench: () => Promise<unknown> };

/** The benchmarks by name: `pnpm bench tokens` runs one. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  cache: () => import("./cache/bench.ts"),
  hosts: () => import("./hosts/bench.ts"),
  langchain: () => import("./langchain/bench.ts"),
  page: () => import("./page/bench.ts"),
  postgres: () => import("./postgres/bench.ts"),
  readers: () => import("./readers/bench.ts"),
  session: () => import("./session/bench.ts"),
  stores: () => import("./stores/bench.ts"),
  tokens: () => import("./tokens/bench.ts"),
};

const [name = ""] = process.argv.slice(2);
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
