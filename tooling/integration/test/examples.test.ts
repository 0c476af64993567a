import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
/** Examples that are programs and fail if a claim is wrong. `check:install` runs the others. */
const names = (await readdir(join(root, "examples"))).filter((example) =>
  existsSync(join(root, "examples", example, "main.ts")),
);

/** Examples of frameworks. `check:hosts` runs them too, with the oldest and the newest version. */
const isHosted = (name: string): boolean =>
  /^(?:ai-sdk|anthropic|langchain|openai|pi|strands|tanstack|thinking)-/u.test(name);

/** What each example prints at the end, after it has checked its claims. */
const FIGURES = /tokens|compactions/;

/** Its output is compared with the README. */
const FIRST = "first-steps";
/** Takes seconds. */
const LONG = "chat";

const own = names.filter((name) => !isHosted(name) && name !== FIRST && name !== LONG);
test.each(own)("the example %s runs", async (example) => {
  expect(await outputOf(example)).toMatch(FIGURES);
});

const windows = ["6000", "4000"].map((window) => ["langchain-agent", window]);
const hosted = [...names.filter(isHosted).map((name) => [name]), [LONG], ...windows];
const commands = hosted.map((command) => [command.join(" "), command] as const);

test.each(commands)("the example %s runs", { tags: ["long"] }, async (_line, command) => {
  const [example = "", ...args] = command;
  expect(await outputOf(example, args)).toMatch(FIGURES);
});

test("the README contains the first example and its output unchanged", async () => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const example = await readFile(join(root, "examples", FIRST, "main.ts"), "utf8");
  expect(readme).toContain(`\`\`\`ts\n${example}\`\`\``);
  const output = await outputOf(FIRST);
  expect(output).toMatch(FIGURES);
  expect(readme).toContain(`\`\`\`text\n${output}\`\`\``);
});

/** Runs an example in an empty folder. */
async function outputOf(example: string, args: readonly string[] = []): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "cutpoint-example-"));
  try {
    const main = join(root, "examples", example, "main.ts");
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=@cutpoint/source", main, ...args],
      { cwd: directory },
    );
    return stdout;
  } finally {
    await rm(directory, { recursive: true });
  }
}
