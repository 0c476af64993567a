import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { chownSync, rmSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import type { Binaries } from "./binaries.ts";
import { findBinaries } from "./binaries.ts";

/** A PostgreSQL server of its own, in a temporary folder that its disposal or the end of this process removes. */
export type Server = AsyncDisposable & {
  readonly connectionString: string;
  /** Ends it as a crash would, without a farewell to anybody, and starts it again on the same data. */
  crashAndRestart(): Promise<void>;
};

/** Accounts that a server may run as for this process where that is run by root, as which it refuses to. */
const UNPRIVILEGED = ["postgres", "nobody"];

const SETTINGS = {
  listen_addresses: "",
  fsync: "off",
  full_page_writes: "off",
  lc_messages: "C",
  log_destination: "stderr",
  logging_collector: "off",
};

/** A running server, or a sentence that says why there is none. */
export async function startServer(): Promise<Server | string> {
  if (process.platform === "win32")
    return "the server would be reached by a Unix socket, which Windows has not";
  const binaries = findBinaries();
  if (typeof binaries === "string") return binaries;
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-postgres-"));
  try {
    return await startIn(folder, binaries);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const said = error instanceof Error ? error.message : String(error);
    return `no PostgreSQL server could be started from ${binaries.directory}: ${said}`;
  }
}

async function startIn(folder: string, binaries: Binaries): Promise<Server> {
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : {};
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
  const directory = account.uid === undefined ? binaries.directory : await copy(binaries, folder);
  const options: SpawnOptions = { ...account, cwd: folder, stdio: ["ignore", "ignore", "pipe"] };
  const data = join(folder, "data");
  const initial = ["-D", data, "-U", "cutpoint", "-A", "trust", "-E", "UTF8"];
  const maker = spawn(join(directory, "initdb"), [...initial, "--no-locale", "--no-sync"], options);
  await ended(maker);
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const flags = ["-D", data, "-k", folder, ...settings];
  const start = (): Promise<ChildProcess> =>
    ready(spawn(join(directory, "postgres"), flags, options));

  let child = await start();
  const kill = (): void => {
    child.kill("SIGQUIT");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", kill);
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    const end = once(child, "exit");
    if (child.kill(signal)) await end;
  };
  return {
    connectionString: `postgresql://cutpoint@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async crashAndRestart() {
      await stop("SIGQUIT");
      child = await start();
    },
    async [Symbol.asyncDispose]() {
      process.off("exit", kill);
      await stop("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function unprivilegedAccount(): { readonly uid?: number; readonly gid?: number } {
  for (const name of UNPRIVILEGED) {
    try {
      const [uid, gid] = ["-u", "-g"].map((flag) =>
        Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] })),
      );
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {
      // There is no such account.
    }
  }
  throw new Error(`it does not run as root, and there is no account ${UNPRIVILEGED.join(" or ")}`);
}

/** Where to find the binaries as another account, which may not be allowed to enter the workspace. */
async function copy({ directory, copied }: Binaries, folder: string): Promise<string> {
  if (copied === null) return directory;
  const target = join(folder, "native");
  await cp(copied, target, { recursive: true, verbatimSymlinks: true });
  return join(target, basename(directory));
}

async function ended(child: ChildProcess): Promise<void> {
  const lines = linesOf(child);
  const said: string[] = [];
  for await (const line of lines) said.push(line);
  if (child.exitCode === null) await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(said.join("\n"));
}

/** Resolves once it takes connections. */
async function ready(child: ChildProcess): Promise<ChildProcess> {
  const said: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>();
  child.once("error", reject);
  linesOf(child)
    .on("line", (line) => {
      said.push(line);
      if (line.includes("ready to accept connections")) resolve(child);
    })
    .on("close", () => reject(new Error(said.join("\n"))));
  return promise;
}

function linesOf(child: ChildProcess): ReturnType<typeof createInterface> {
  if (child.stderr === null) throw new Error("the server's log should be a pipe");
  return createInterface({ input: child.stderr });
}
