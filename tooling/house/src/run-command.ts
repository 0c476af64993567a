import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { ROOT } from "./workspace.ts";

/** The result of a command: success, duration in ms, and output. */
export type CommandResult = {
  readonly ok: boolean;
  readonly elapsedMs: number;
  readonly output: string;
};

/**
 * Runs a command line as a script of the root package.json, without input.
 *
 * @param timeoutMs stops the command after this time; default: never
 */
export async function runCommand(
  line: string,
  directory: string = ROOT,
  timeoutMs?: number,
): Promise<CommandResult> {
  const started = performance.now();
  const binaries = join(ROOT, "node_modules", ".bin");
  const child = spawn(line, {
    cwd: directory,
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    env: { ...process.env, PATH: `${binaries}${delimiter}${process.env["PATH"] ?? ""}` },
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ok = await new Promise<boolean>((resolve) => {
    child.once("error", (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      resolve(false);
    });
    child.once("close", (code) => resolve(code === 0));
  });
  return {
    ok,
    elapsedMs: performance.now() - started,
    output: Buffer.concat(chunks).toString("utf8"),
  };
}
