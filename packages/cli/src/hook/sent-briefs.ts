import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isRecord, parseJson } from "@cutpoint/core/kit";

/** Sessions that are remembered. */
const MAX_SESSIONS = 100;

/**
 * Returns whether a session received another text last, and remembers this one. A host that compacts again at once
 * would receive the same text forever. The file contains hashes only.
 */
export async function isNewBrief(sessionId: string, text: string): Promise<boolean> {
  const file = join(
    process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"),
    "cutpoint",
    "hook.json",
  );
  const known = await readHashes(file);
  const [session, hash] = [hashOf(sessionId), hashOf(text)];
  if (known.get(session) === hash) return false;
  known.delete(session);
  known.set(session, hash);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(Object.fromEntries([...known].slice(-MAX_SESSIONS))));
  await rename(draft, file);
  return true;
}

async function readHashes(file: string): Promise<Map<string, unknown>> {
  const text = await readFile(file, "utf8").catch(() => "{}");
  const content = parseJson(text);
  return new Map(isRecord(content) ? Object.entries(content) : []);
}

/** Begins with a letter, since the keys of an object that are numbers lose their order. */
function hashOf(text: string): string {
  return `h${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}
