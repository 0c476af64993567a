import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { giveFolder, unprivilegedAccount } from "./account.ts";
import { waitForLine } from "./output.ts";
import type { Server } from "./start-server.ts";

/** Server connections that all clients share. Few, so that a client rarely gets the same one twice. */
const POOL_SIZE = 2;

/**
 * Starts PgBouncer in transaction mode before a server, in a temporary folder. Returns the reason if that is not
 * possible. `crashAndRestart` cuts the connections of all clients.
 */
export async function startPgBouncer(
  server: Pick<Server, "connectionString">,
): Promise<Server | string> {
  // Debian installs it in a folder that only the path of root contains.
  const env = { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin` };
  if (spawnSync("pgbouncer", ["--version"], { env }).error !== undefined)
    return "PgBouncer is not installed";
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-pgbouncer-"));
  const account = unprivilegedAccount();
  giveFolder(folder, account);
  const file = join(folder, "pgbouncer.ini");
  await writeFile(file, settingsOf(server.connectionString, folder));
  const start = (): Promise<ChildProcess> =>
    waitForLine(
      spawn("pgbouncer", [file], { ...account, env, stdio: ["ignore", "ignore", "pipe"] }),
      "process up",
    );

  let child = await start();
  const kill = (): void => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", kill);
  const stop = async (): Promise<void> => {
    const end = once(child, "exit");
    if (child.kill("SIGKILL")) await end;
  };
  return {
    connectionString: `postgresql://cutpoint@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async crashAndRestart() {
      await stop();
      await rm(join(folder, ".s.PGSQL.5432"), { force: true });
      child = await start();
    },
    async [Symbol.asyncDispose]() {
      process.off("exit", kill);
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function settingsOf(connectionString: string, folder: string): string {
  const host = new URL(connectionString).searchParams.get("host") ?? "";
  return `
[databases]
* = host=${host} user=cutpoint
[pgbouncer]
unix_socket_dir = ${folder}
listen_port = 5432
auth_type = any
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
server_login_retry = 1
`;
}
