import type { Entry } from "../log/entry.ts";
import type { SessionStore } from "../store/contract.ts";

/** A branch of a session's log. */
export type Branch = {
  /** The newest entry. Navigate to it to continue there. */
  readonly tipId: string;
  /** The time of the newest entry, in ms since the epoch. */
  readonly at: number;
  /** Whether the session is on this branch. */
  readonly isActive: boolean;
  /** The newest entry shared with another branch; `null` if there is none. */
  readonly forkId: string | null;
  /** The text of the newest note of kind `label` that is only on this branch. */
  readonly label: string | null;
};

type Node = Pick<Entry, "id" | "parentId" | "at"> & { readonly label: string | null };

/**
 * Returns the branches of a log, newest first. A navigation without later entries is a branch only if the session is on
 * it.
 *
 * Reads the whole log and keeps an id for each entry.
 */
export async function branchesOf(
  store: SessionStore,
  sessionId: string,
): Promise<readonly Branch[]> {
  const nodes = new Map<string, Node>();
  const childCounts = new Map<string | null, number>();
  const tips: Node[] = [];
  let head: Node | undefined;
  /** The head without trailing navigations. */
  let currentId: string | null = null;
  for await (const entry of store.read(sessionId, { order: "newest-first" })) {
    const { at, id, parentId } = entry;
    const node = { id, parentId, at, label: labelOf(entry) };
    head ??= node;
    if (head === node) currentId = id;
    const count = childCounts.get(id) ?? 0;
    if (entry.type === "branch" && entry.summary === null && count === 0) {
      if (currentId === id) currentId = parentId;
      continue;
    }
    nodes.set(id, node);
    childCounts.set(parentId, (childCounts.get(parentId) ?? 0) + 1);
    if (count === 0) tips.push(node);
  }
  const branches = tips.map((tip) => ({ ...describeTip(tip), isActive: tip.id === currentId }));
  if (head === undefined || branches.some(({ isActive }) => isActive)) return branches;
  const { at, id } = head;
  return [{ tipId: id, at, isActive: true, forkId: currentId, label: null }, ...branches];

  function describeTip(tip: Node): Omit<Branch, "isActive"> {
    let label = tip.label;
    let node = nodes.get(tip.parentId ?? "");
    while (node !== undefined && (childCounts.get(node.id) ?? 0) < 2) {
      label ??= node.label;
      node = nodes.get(node.parentId ?? "");
    }
    return { tipId: tip.id, at: tip.at, forkId: node?.id ?? null, label };
  }
}

function labelOf(entry: Entry): string | null {
  return entry.type === "note" && entry.kind === "label" && typeof entry.value === "string"
    ? entry.value
    : null;
}
