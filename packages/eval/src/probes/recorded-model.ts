import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Answers a prompt with a text. One line with most clients. */
export type AskModel = (prompt: string, signal?: AbortSignal) => Promise<string>;

/** Answers a prompt, or returns `null` if no answer is recorded yet. */
export type AskRecorded = (prompt: string, signal?: AbortSignal) => Promise<string | null>;

/**
 * Records the prompts and answers of a model in a folder, so that a run can be repeated without the model.
 *
 * A prompt is the file `<hash>.prompt.md`, its answer `<hash>.answer.md`. The names do not reveal a method. Without a
 * model, only recorded answers are used: write the files by hand, or let someone else write them.
 */
export function createRecordedModel(folder: string, model: AskModel | null): AskRecorded {
  return async (prompt, signal) => {
    const name = createHash("sha256").update(prompt).digest("hex").slice(0, 16);
    const answerFile = join(folder, `${name}.answer.md`);
    const recorded = await readFile(answerFile, "utf8").catch(unlessMissing);
    if (recorded !== null) return recorded;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.prompt.md`), prompt);
    if (model === null) return null;
    const answer = await model(prompt, signal);
    await writeFile(`${answerFile}.part`, answer);
    await rename(`${answerFile}.part`, answerFile);
    return answer;
  };
}

function unlessMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  throw error;
}
