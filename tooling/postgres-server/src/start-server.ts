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

/** A PostgreSQL server in a temporary folder, which is deleted on disposal or when the process ends. */
export type Server = AsyncDisposable & {
  readonly connectionString: string;
  /** Ends the server without a shutdown, as a crash would, and starts it again on the same data. */
  crashAndRestart(): Promise<void>;
};

/** Accounts to run the server as if this process runs as root, because PostgreSQL refuses to run as root. */
const UNPRIVILEGED = ["postgres", "nobody"];

const SETTINGS = {
  listen_addresses: "",
  fsync: "off",
  full_page_writes: "off",
  lc_messages: "C",
  log_destination: "stderr",
  logging_collector: "off",
};

/** Starts a server. Returns the reason if that is not possible. */
export async function startServer(): Promise<Server | string> {
  if (process.platform === "win32")
    return "the test server needs Unix sockets, which Node.js does not support on Windows";
  const binaries = findBinaries();
  if (typeof binaries === "string") return binaries;
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-postgres-"));
  try {
    return await startIn(folder, binaries);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const message = error instanceof Error ? error.message : String(error);
    return `could not start PostgreSQL from ${binaries.directory}: ${message}`;
  }
}

async function startIn(folder: string, binaries: Binaries): Promise<Server> {
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : {};
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
  const directory =
    account.uid === undefined ? binaries.directory : await copyBinaries(binaries, folder);
  const options: SpawnOptions = { ...account, cwd: folder, stdio: ["ignore", "ignore", "pipe"] };
  const data = join(folder, "data");
  const initial = ["-D", data, "-U", "cutpoint", "-A", "trust", "-E", "UTF8"];
  const initdb = spawn(
    join(directory, "initdb"),
    [...initial, "--no-locale", "--no-sync"],
    options,
  );
  await waitForExit(initdb);
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const flags = ["-D", data, "-k", folder, ...settings];
  const start = (): Promise<ChildProcess> =>
    waitUntilReady(spawn(join(directory, "postgres"), flags, options));

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
      // The account does not exist.
    }
  }
  throw new Error(
    `PostgreSQL does not run as root: expected an account ${UNPRIVILEGED.join(" or ")}`,
  );
}

/** Returns the folder of the binaries, which is a copy if the other account may not read the workspace. */
async function copyBinaries({ directory, copyFrom }: Binaries, folder: string): Promise<string> {
  if (copyFrom === null) return directory;
  const target = join(folder, "native");
  await cp(copyFrom, target, { recursive: true, verbatimSymlinks: true });
  return join(target, basename(directory));
}

async function waitForExit(child: ChildProcess): Promise<void> {
  const lines = linesOf(child);
  const output: string[] = [];
  for await (const line of lines) output.push(line);
  if (child.exitCode === null) await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(output.join("\n"));
}

/** Resolves when the server accepts connections. */
async function waitUntilReady(child: ChildProcess): Promise<ChildProcess> {
  const output: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>();
  child.once("error", reject);
  linesOf(child)
    .on("line", (line) => {
      output.push(line);
      if (line.includes("ready to accept connections")) resolve(child);
    })
    .on("close", () => reject(new Error(output.join("\n"))));
  return promise;
}

function linesOf(child: ChildProcess): ReturnType<typeof createInterface> {
  if (child.stderr === null)
    throw new Error("expected the standard error of the server to be a pipe");
  return createInterface({ input: child.stderr });
}
