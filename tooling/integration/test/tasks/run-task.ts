import { execFile } from "node:child_process";
import { extname } from "node:path";
import { promisify } from "node:util";
import type { RunTask } from "./tasks.ts";

/**
 * Returns a function that runs the programs of a folder.
 *
 * @param cwd the folder for the files that they write
 * @param flags options of Node.js. Default: none
 */
export function taskRunner(folder: string, cwd: string, flags: readonly string[] = []): RunTask {
  return async (task, { url }, questions = []) => {
    const env = {
      ...process.env,
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_AGENTS_DISABLE_TRACING: "1",
    };
    const program = `${folder}/${task}${extname(import.meta.url)}`; // compiled as this file is
    const line = [...flags, program, ...questions];
    const { stdout } = await promisify(execFile)(process.execPath, line, { cwd, env });
    return stdout;
  };
}
