import { homedir } from "node:os";
import { join } from "node:path";
import type { HookGroup } from "./settings-file.ts";

/** A program that runs hooks. */
export type HookHost = "claude-code" | "codex";

export const HOOK_HOSTS: readonly HookHost[] = ["claude-code", "codex"];

/** Returns the file with the hooks of a person, or of the project in the working directory. */
export function settingsPath(host: HookHost, isProject: boolean): string {
  const home = homedir();
  if (host === "codex")
    return isProject
      ? join(".codex", "hooks.json")
      : join(process.env["CODEX_HOME"] || join(home, ".codex"), "hooks.json");
  return isProject
    ? join(".claude", "settings.json")
    : join(process.env["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "settings.json");
}

/** Returns the hooks of a host by event. Codex has no use for instructions. */
export function hooksFor(host: HookHost, command: string): Readonly<Record<string, HookGroup>> {
  const after = { SessionStart: { matcher: "compact", command } };
  return host === "codex" ? after : { PreCompact: { command }, ...after };
}

const SHARED_COMMAND = "npx --yes cutpoint hook";

/**
 * Returns the command of the hook. On this machine it runs the installed program, which starts faster. The settings of a
 * project are shared, and a temporary installation does not last.
 */
export function hookCommandLine(
  isProject: boolean,
  [node = "", program = ""]: readonly string[],
): string {
  const own = `"${node}" "${program}" hook`;
  const isLasting = isOwnCommand(own) && !/["$`]|_npx/u.test(node + program);
  return isProject || !isLasting ? SHARED_COMMAND : own;
}

/** Whether a command is one of {@link hookCommandLine}, also of an earlier place of the program. */
export function isOwnCommand(command: string): boolean {
  return (
    command === SHARED_COMMAND ||
    /^"[^"]+" "[^"]+[\\/]cutpoint(?:[\\/]dist[\\/]main\.js)?" hook$/u.test(command)
  );
}
