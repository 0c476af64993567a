import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { build } from "vite";

/** A worker that runs in workerd, without network. */
export type Worker = AsyncDisposable & {
  /** Sends a request to the worker and returns the text of the response. Rejects if the status is not 2xx. */
  request(path: string): Promise<string>;
};

/** Options of {@link startWorker}. */
export type WorkerOptions = {
  /** The module of the worker. It is bundled from source. */
  readonly entry: URL;
  /** Default: none, so Node.js modules and globals are missing. */
  readonly nodeCompatibility?: boolean;
  /** Classes of Durable Objects with SQLite that the entry exports, by binding. */
  readonly durableObjects?: Readonly<Record<string, string>>;
  /** Bindings of D1 databases. */
  readonly d1Databases?: readonly string[];
  /** The folder that keeps Durable Objects after disposal. Default: none, in memory. */
  readonly persistIn?: string;
};

/** The features of workerd that the worker may use. */
const COMPATIBILITY_DATE = "2026-04-01";

/** Bundles a worker and starts it. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { entry, nodeCompatibility = false, durableObjects = {}, d1Databases = [] } = options;
  // Miniflare removes its own folder without waiting for workerd, which may still write into it.
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-workerd-"));
  const settings: MiniflareOptions = {
    modules: true,
    script: await bundle(entry),
    compatibilityDate: COMPATIBILITY_DATE,
    compatibilityFlags: nodeCompatibility ? ["nodejs_compat"] : [],
    durableObjects: Object.fromEntries(
      Object.entries(durableObjects).map(([binding, className]) => [
        binding,
        { className, useSQLite: true },
      ]),
    ),
    d1Databases: [...d1Databases],
    durableObjectsPersist: options.persistIn ?? join(folder, "objects"),
    d1Persist: join(folder, "databases"),
    cachePersist: join(folder, "cache"),
  };
  const runtime = new Miniflare(settings);
  await runtime.ready;
  return {
    async request(path) {
      const response = await runtime.dispatchFetch(new URL(path, "http://worker/"));
      const text = await response.text();
      if (!response.ok) throw new Error(`status ${response.status}: ${text}`);
      return text;
    },
    async [Symbol.asyncDispose]() {
      await runtime.dispose();
      await rm(folder, { recursive: true, maxRetries: 5 });
    },
  };
}

/** Returns the code of a module and all that it imports, except modules of the runtime. */
export async function bundle(entry: URL): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    // Programs of other processes are found with it. A worker starts none.
    define: { "import.meta.url": '"file:///worker.js"' },
    ssr: {
      noExternal: true,
      target: "webworker",
      resolve: { conditions: ["@cutpoint/source", "workerd", "worker", "import"] },
    },
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: "esnext",
      rolldownOptions: {
        input: entry.pathname,
        external: [/^node:/u, /^cloudflare:/u],
        output: { format: "es", codeSplitting: false },
      },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((each) => ("output" in each ? each.output : []));
  const code = chunks.flatMap((chunk) => (chunk.type === "chunk" ? [chunk.code] : []));
  if (code.length !== 1) throw new Error(`expected one chunk, got ${code.length}`);
  return code.join("");
}
