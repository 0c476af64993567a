import { spawn } from "node:child_process";
import { join } from "node:path";
import { findRepository } from "../src/repository.ts";

export type DemoRun = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type DemoRunOptions = {
  /** The folder to run in. It contains the log. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Kills the process as soon as its output contains this text. */
  readonly killAt?: string;
};

const MAIN = join(findRepository(), "apps/demo/src/main.ts");

/** Runs the demo in a process of its own, without a key unless `env` has one. */
export function runDemo(
  values: readonly string[],
  { cwd, env = {}, killAt }: DemoRunOptions,
): Promise<DemoRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--conditions=@cutpoint/source", MAIN, ...values], {
      cwd,
      env: {
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
        ...env,
      },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      if (killAt !== undefined && stdout.includes(killAt)) child.kill("SIGKILL");
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
