import type { BranchEntry } from "../model/entry.ts";
import { CutpointError } from "../model/error.ts";
import type { SessionParts } from "./parts.ts";
import type { Session } from "./session.ts";

/** The verb that goes on from another entry. */
export function navigating(parts: SessionParts): Pick<Session, "navigate"> {
  const { link, open, sessionId, store, writer } = parts;

  /** @throws `unknown-entry` */
  async function requireEntry(entryId: string): Promise<void> {
    const options = { from: entryId, order: "newest-first" } as const;
    for await (const entry of store.read(sessionId, options)) if (entry.id === entryId) return;
  }

  return {
    async navigate(entryId) {
      open();
      if (entryId !== null) await requireEntry(entryId);
      const at = { type: "branch", ...link(), parentId: entryId, summary: null } as const;
      let entry: BranchEntry | undefined;
      await writer.write(({ head }) => [(entry = { ...at, from: head })], "reload");
      if (entry === undefined) throw new CutpointError("conflict", "nothing was written");
      return { type: "navigated", entry };
    },
  };
}
