import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installedNames } from "./installed-names.ts";
import { createPackedProjects } from "./packed-projects.ts";
import { filesIn, readWorkspace, ROOT } from "./workspace.ts";

/**
 * Follows the README, then the guide "Write an adapter", in empty projects.
 *
 * Packs the packages that the guide installs, and their dependencies from this repository. Then runs the example with the
 * command and with `node --test`. Also writes the page of a session and compacts it.
 */
const GUIDE = join(ROOT, "docs", "guides", "write-an-adapter.md");

const SUITE = `import { testAdapterConformance } from "@cutpoint/conformance/node-test";
import { subjects } from "./rig.ts";

for (const { name, rig } of subjects) testAdapterConformance(name, rig);
`;

/** A line of a session, as Claude Code writes it. */
const SESSION = `${JSON.stringify({
  type: "user",
  uuid: "u1",
  parentUuid: null,
  sessionId: "s",
  timestamp: "2026-07-01T08:00:00.000Z",
  version: "2.1.219",
  message: { role: "user", content: "Hello" },
})}\n`;

const workspace = readWorkspace();
using projects = createPackedProjects(workspace);
await followsReadme();
const names = installedNames(readFileSync(GUIDE, "utf8"));
const ours = workspace.filter(({ manifest: { name = "" } }) => names.includes(name));
const files = {
  ...filesIn("examples/adapter-rig", "*.ts"),
  "suite.test.js": SUITE,
  "session.jsonl": SESSION,
};
const project = await projects.create("guide", { ours, versions: {}, files });
const runs = async (name: string, line: string): Promise<string> =>
  projects.step(name, line, project);
await runs("command", "npx --no cutpoint conformance ./rig.ts");
await runs("page", "npx --no cutpoint inspect session.jsonl --html page.html");
if (!readFileSync(join(project, "page.html"), "utf8").startsWith("<!doctype html>"))
  throw new Error("page.html is no page");
await runs("compact", "npx --no cutpoint compact session.jsonl --budget 500");
await runs("node --test", "node --test suite.test.js");

/** Follows the README in an empty project: installs what a clone packs, and runs the first program. */
async function followsReadme(): Promise<void> {
  const folder = await projects.create("README", { ours: [], versions: {}, files: {} });
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const command = /^npx --yes (pnpm@12 --silent packed \S+)/m.exec(readme)?.[1];
  const program = /^```ts\n(.*?)^```$/ms.exec(readme)?.[1];
  if (command === undefined || program === undefined)
    throw new Error("README.md does not say how to use a clone");
  const printedLines = await projects.step("README: packed", `npx --yes ${command}`, ROOT);
  const line = printedLines.split("\n").find((each) => each.startsWith("npm install ")) ?? "";
  await projects.step("README: install", line, folder);
  writeFileSync(join(folder, "main.ts"), program);
  const printed = await projects.step("README: run", "node main.ts", folder);
  if (!/^(\d+ \d+ tokens\n)+$/.test(printed)) throw new Error(`main.ts printed ${printed}`);
}
