import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runCommand } from "../../src/command.ts";
import { hookCommandLine, isOwnCommand } from "../../src/hook/hosts.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutpoint-settings-"));
  vi.stubEnv("CLAUDE_CONFIG_DIR", join(folder, "claude"));
  vi.stubEnv("CODEX_HOME", join(folder, "codex"));
  await mkdir(join(folder, "claude"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

type Ended = { readonly code: number; readonly out: string; readonly errors: string };

async function hook(...values: string[]): Promise<Ended> {
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(["hook", ...values], {
    print: (line) => out.push(line),
    printError: (line) => errors.push(line),
  });
  return { code, out: out.join("\n"), errors: errors.join("\n") };
}

const COMMAND = "npx --yes cutpoint hook";
const OWN = { type: "command", command: COMMAND, timeout: 10 };
const ADDED = {
  PreCompact: [{ hooks: [OWN] }],
  SessionStart: [{ matcher: "compact", hooks: [OWN] }],
};

const OTHER = `{
  // The model of the team.
  "model": "opus", /* not sonnet */
  "hooks": {
    "SessionStart": [
      // Prints the branch.
      { "hooks": [{ "type": "command", "command": "git branch" }] }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
  },
  "permissions": { "allow": ["Bash(ls:*)"] }
}
`;

test.each([
  ["comments and other hooks", OTHER],
  ["tabs", '{\n\t"model": "opus"\n}\n'],
  ["line breaks of Windows", '{\r\n  "model": "opus"\r\n}\r\n'],
  ["a byte order mark", '\u{feff}{\n  "model": "opus"\n}\n'],
  ["one line", '{"model":"opus","hooks":{"Stop":[]}}'],
  ["a comma at the end", '{\n  "model": "opus",\n}\n'],
  ["an empty object", "{}"],
  ["hooks of the same events", OTHER.replaceAll("Stop", "PreCompact")],
])(
  "settings with %s: everything else stays, and --uninstall restores the file",
  async (_, before) => {
    const file = join(folder, "claude", "settings.json");
    await writeFile(file, before, { mode: 0o600 });
    expect((await hook("--install", "claude-code")).code).toBe(0);
    const after = await readFile(file, "utf8");
    expect(after.match(/npx --yes cutpoint hook/gu)).toHaveLength(2);
    expect(after.includes("\r\n")).toBe(before.includes("\r\n"));
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    expect((await hook("--install", "claude-code")).out).toContain("unchanged");
    expect(await readFile(file, "utf8")).toBe(after);
    expect((await hook("--uninstall", "claude-code")).code).toBe(0);
    expect(await readFile(file, "utf8")).toBe(before);
  },
);

test("without settings, a file is made for each host", async () => {
  await hook("--install", "claude-code");
  const claude = await readFile(join(folder, "claude", "settings.json"), "utf8");
  expect(JSON.parse(claude)).toEqual({ hooks: ADDED });
  expect((await hook("--install", "codex")).out).toContain("/hooks");
  const codex = await readFile(join(folder, "codex", "hooks.json"), "utf8");
  expect(JSON.parse(codex)).toEqual({ hooks: { SessionStart: ADDED.SessionStart } });
});

test("--status names the files of both hosts, of the user and of the project", async () => {
  await hook("--install", "codex");
  const { out } = await hook("--status");
  expect(out.split("\n")).toEqual([
    expect.stringMatching(/^claude-code {2}not installed {2}.*claude.settings\.json$/u),
    expect.stringMatching(
      /^claude-code \(project\) {2}not installed {2}.*\.claude.settings\.json$/u,
    ),
    expect.stringMatching(
      /^codex {2}SessionStart: npx --yes cutpoint hook {2}.*codex.hooks\.json$/u,
    ),
    expect.stringMatching(/^codex \(project\) {2}not installed {2}.*\.codex.hooks\.json$/u),
  ]);
});

test("a link to the settings stays a link", async () => {
  const file = join(folder, "dotfiles.json");
  await writeFile(file, "{}\n");
  await symlink(file, join(folder, "claude", "settings.json"));
  await hook("--install", "claude-code");
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ hooks: ADDED });
});

test.each([
  ['{\n "model": }', /settings\.json is not valid JSON in line 2/u],
  [`{"hooks":{},"hooks":{"Stop":[{"hooks":[{"command":"${COMMAND}"},{}]}]}}`, /has a key twice/u],
  ['{"hooks":{"Stop":[]},"hooks":{"Stop":[]}}', /has a key twice/u],
  ["[]", /settings\.json has no JSON object/u],
  ['{"hooks":[]}', /settings\.json: hooks is \[\]: expected an object/u],
  ['{"hooks":{"PreCompact":{}}}', /hooks\.PreCompact is \{\}: expected a list/u],
])("settings %j are not changed", async (before, message) => {
  const file = join(folder, "claude", "settings.json");
  await writeFile(file, before);
  const { code, errors } = await hook("--install", "claude-code");
  expect(code).toBe(2);
  expect(errors).toMatch(message);
  expect(await readFile(file, "utf8")).toBe(before);
});

test.each([
  [["--install", "vim"], /--install is "vim": expected claude-code, codex/u],
  [["--project"], /needs one of --install <host>, --uninstall <host> and --status/u],
  [["--install", "codex", "--status"], /needs one of/u],
])("%j is rejected", async (values, message) => {
  const { code, errors } = await hook(...values);
  expect(code).toBe(2);
  expect(errors).toMatch(message);
});

test("the command runs the installed program, or npx if that can move", () => {
  const program = "/usr/lib/node_modules/cutpoint/dist/main.js";
  const own = hookCommandLine(false, ["/usr/bin/node", program]);
  expect(own).toBe(`"/usr/bin/node" "${program}" hook`);
  expect(hookCommandLine(true, ["/usr/bin/node", program])).toBe(COMMAND);
  for (const path of [
    "/home/u/.npm/_npx/1/node_modules/.bin/cutpoint",
    "/a/$x/bin/cutpoint",
    "/a.js",
  ])
    expect(hookCommandLine(false, ["/usr/bin/node", path])).toBe(COMMAND);
  expect(
    [own, COMMAND, '"C:\\node.exe" "C:\\x\\cutpoint\\dist\\main.js" hook'].every(isOwnCommand),
  ).toBe(true);
  expect(
    ["cutpoint-like hook", "mycutpoint hook && rm x", "npx other hook"].some(isOwnCommand),
  ).toBe(false);
});
