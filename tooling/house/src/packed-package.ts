import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { runCommand, type CommandResult } from "./run-command.ts";

/**
 * Packs a built package and checks the tarball with publint (strict) and attw, for ESM importers.
 *
 * @param target an empty folder for the tarball
 */
export async function checkPacked(directory: string, target: string): Promise<CommandResult> {
  const packed = await runCommand(`pnpm pack --pack-destination "${target}"`, directory);
  const name = readdirSync(target).find((path) => path.endsWith(".tgz"));
  if (!packed.ok || name === undefined) return { ...packed, ok: false };
  const tarball = join(target, name);
  const lint = await lintTarball(tarball);
  const types = await runCommand(
    `attw --profile esm-only --format ascii --no-emoji --no-color "${tarball}"`,
  );
  return {
    ok: lint.length === 0 && types.ok,
    elapsedMs: packed.elapsedMs + types.elapsedMs,
    output: [...lint, ...(types.ok ? [] : [types.output])].join("\n"),
  };
}

async function lintTarball(tarball: string): Promise<readonly string[]> {
  const { messages, pkg } = await publint({
    pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer },
    strict: true,
  });
  return messages
    .filter(({ type }) => type !== "suggestion")
    .map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}
