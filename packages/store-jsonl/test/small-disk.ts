import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A small file system, unmounted on disposal. */
export type SmallDisk = AsyncDisposable & {
  readonly directory: string;
  /** Makes the file system read-only or writable. */
  remount(access: "ro" | "rw"): void;
};

/** Mounts a file system of a few kilobytes. Returns the reason if this process may not do so. */
export async function mountSmallDisk(kilobytes: number): Promise<SmallDisk | string> {
  const directory = await mkdtemp(join(tmpdir(), "cutpoint-"));
  const run = (command: string, flags: readonly string[]): void =>
    void execFileSync(command, [...flags], { stdio: "pipe" });
  try {
    run("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", directory]);
  } catch (error) {
    await rm(directory, { recursive: true });
    return `no file system can be mounted here: ${String(error).split("\n")[0]}`;
  }
  return {
    directory,
    remount: (access) => run("mount", ["-o", `remount,${access}`, directory]),
    async [Symbol.asyncDispose]() {
      run("umount", ["-l", directory]);
      await rm(directory, { recursive: true });
    },
  };
}
