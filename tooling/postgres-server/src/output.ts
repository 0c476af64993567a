import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** Resolves when the process writes a line that contains the text. Rejects with its output if it ends before. */
export async function waitForLine(child: ChildProcess, text: string): Promise<ChildProcess> {
  const output: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>();
  child.once("error", reject);
  linesOf(child)
    .on("line", (line) => {
      output.push(line);
      if (line.includes(text)) resolve(child);
    })
    .on("close", () => reject(new Error(output.join("\n"))));
  return promise;
}

export function linesOf(child: ChildProcess): ReturnType<typeof createInterface> {
  if (child.stderr === null)
    throw new Error("expected the standard error of the server to be a pipe");
  return createInterface({ input: child.stderr });
}
