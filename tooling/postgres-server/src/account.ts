import { execFileSync } from "node:child_process";
import { chownSync } from "node:fs";

/** The account of a server process. Empty for the account of this process. */
export type Account = { readonly uid?: number; readonly gid?: number };

/** Accounts for a server if this process runs as root: PostgreSQL and PgBouncer refuse to run as root. */
const UNPRIVILEGED = ["postgres", "nobody"];

export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {};
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

export function giveFolder(folder: string, { uid, gid }: Account): void {
  if (uid !== undefined) chownSync(folder, uid, gid ?? uid);
}
