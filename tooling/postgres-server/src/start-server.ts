import { spawn } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Account, giveFolder, unprivilegedAccount } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { findBinaries } from "./binaries.ts";
import { linesOf, waitForLine } from "./output.ts";

/** A PostgreSQL server in a temporary folder, which is deleted on disposal or when the process ends. */
export type Server = AsyncDisposable & {
  readonly connectionString: string;
  /** Ends the server without a shutdown, as a crash would, and starts it again on the same data. */
  crashAndRestart(): Promise<void>;
};

const SETTINGS = {
  listen_addresses: "",
  lc_messages: "C",
  log_destination: "stderr",
  logging_collector: "off",
};

/** Settings of a server whose data may be lost if the machine crashes. */
const FAST = { fsync: "off", full_page_writes: "off" };

export type ServerOptions = {
  /** Whether writes reach the disk before they are acknowledged, as by default in PostgreSQL. Default: `false`. */
  readonly durable?: boolean;
};

/** Starts a server. Returns the reason if that is not possible. */
export async function startServer({ durable = false }: ServerOptions = {}): Promise<
  Server | string
> {
  if (process.platform === "win32")
    return "the test server needs Unix sockets, which Node.js does not support on Windows";
  const binaries = findBinaries();
  if (typeof binaries === "string") return binaries;
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-postgres-"));
  try {
    return await startIn(folder, binaries, durable ? SETTINGS : { ...SETTINGS, ...FAST });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const message = error instanceof Error ? error.message : String(error);
    return `could not start PostgreSQL from ${binaries.directory}: ${message}`;
  }
}

async function startIn(
  folder: string,
  binaries: Binaries,
  settings: Readonly<Record<string, string>>,
): Promise<Server> {
  const account: Account = unprivilegedAccount();
  giveFolder(folder, account);
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
  const given = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const flags = ["-D", data, "-k", folder, ...given];
  const start = (): Promise<ChildProcess> =>
    waitForLine(spawn(join(directory, "postgres"), flags, options), "ready to accept connections");

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
