import {
  eraseCases,
  evictCases,
  runCases,
  searchCases,
  storeCases,
  type ConformanceCase,
  type StoreRig,
} from "@cutpoint/conformance";
import { userMessage } from "@cutpoint/core";
import {
  createD1Driver,
  createDriverStore,
  createDurableObjectDriver,
  type D1DatabaseLike,
  type DurableObjectStorageLike,
  type SqliteDriver,
  type SqliteStore,
} from "@cutpoint/store-sqlite/drivers";

type Storage = DurableObjectStorageLike & { deleteAll(): Promise<void> };

type Environment = {
  readonly OBJECT: {
    idFromName(name: string): unknown;
    get(id: unknown): { fetch(request: Request): Promise<Response> };
  };
  readonly DATABASE: D1DatabaseLike;
};

const cases: readonly ConformanceCase<StoreRig<SqliteStore>>[] = [
  ...storeCases,
  ...searchCases,
  ...evictCases,
  ...eraseCases,
] as readonly ConformanceCase<StoreRig<SqliteStore>>[];

/** Runs one case and responds with its error, or with nothing. */
async function runCase(
  request: Request,
  driver: SqliteDriver,
  clear: () => Promise<unknown>,
): Promise<Response> {
  const rig: StoreRig<SqliteStore> = {
    kind: "durable",
    async create() {
      await clear();
      return {
        open: async () => createDriverStore(driver),
        [Symbol.asyncDispose]: async () => undefined,
      };
    },
  };
  const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const [result] = await runCases(cases, rig, { only: [id] });
  if (result?.type === "pass") return new Response("");
  const error = result?.type === "fail" ? result.error : result?.type;
  return new Response(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** Runs cases on its own storage. */
export class CaseObject {
  readonly #storage: Storage;

  constructor(state: { readonly storage: Storage }) {
    this.#storage = state.storage;
  }

  fetch(request: Request): Promise<Response> {
    const driver = createDurableObjectDriver(this.#storage);
    return runCase(request, driver, () => this.#storage.deleteAll());
  }
}

async function dropTables(database: D1DatabaseLike): Promise<void> {
  const query =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'cutpoint^_%' ESCAPE '^'";
  const { results } = await database.prepare(query).bind().all();
  const names = results.map((row) => String((row as { readonly name: unknown }).name));
  // The tables of the word index go with it.
  const own = names.filter((name) => !name.startsWith("cutpoint_words_"));
  if (own.length > 0)
    await database.batch(own.map((name) => database.prepare(`DROP TABLE ${name}`).bind()));
}

/** Deletes sessions at the same time and responds with those that are left. */
async function deleteConcurrently(database: D1DatabaseLike): Promise<Response> {
  await dropTables(database);
  const store = createDriverStore(createD1Driver(database));
  const names = Array.from({ length: 24 }, (_, index) => `session ${index}`);
  for (const name of names) {
    const message = userMessage(name);
    const entry = { type: "message", id: name, parentId: null, at: 1, message } as const;
    await store.append(name, [entry], { expectedHead: null });
  }
  const others = names.slice(1).map(() => createDriverStore(createD1Driver(database)));
  const deleted = await Promise.all(others.map((other, index) => other.delete(names[index] ?? "")));
  return Response.json([deleted, await Array.fromAsync(store.sessions())]);
}

export default {
  async fetch(request: Request, environment: Environment): Promise<Response> {
    const { pathname } = new URL(request.url);
    const database = environment.DATABASE;
    if (pathname === "/d1/concurrent-transactions") return deleteConcurrently(database);
    if (pathname.startsWith("/d1/")) {
      return runCase(request, createD1Driver(database), () => dropTables(database));
    }
    const id = environment.OBJECT.idFromName(pathname);
    return environment.OBJECT.get(id).fetch(request);
  },
};
