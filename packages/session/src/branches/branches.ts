import type { Entry } from "../log/entry.ts";
import type { SessionStore } from "../store/contract.ts";

/** One end of the tree that a log is. */
export type Branch = {
  /** Its newest entry: navigate to it to go on there. */
  readonly tipId: string;
  /** When that was written, in ms since 1970. */
  readonly at: number;
  /** Whether the session is on it. */
  readonly isActive: boolean;
  /** The newest entry that it shares with another branch; `null` where it shares none. */
  readonly forkId: string | null;
  /** What the newest note of the kind `label` says that stands on this branch alone. */
  readonly label: string | null;
};

type Node = Pick<Entry, "id" | "parentId" | "at"> & { readonly label: string | null };

/**
 * The branches of a log, the newest first. A navigation with nothing after it is no branch, but for the newest: there
 * the session is.
 *
 * Reads the whole log, and keeps an id for each entry.
 */
export async function branchesOf(
  store: SessionStore,
  sessionId: string,
): Promise<readonly Branch[]> {
  const nodes = new Map<string, Node>();
  /** How many entries come after one, but for navigations that lead nowhere. */
  const children = new Map<string | null, number>();
  const tips: Node[] = [];
  let head: Node | undefined;
  /** Where the session is, as far as something was said or noted there. */
  let place: string | null = null;
  for await (const entry of store.read(sessionId, { order: "newest-first" })) {
    const { at, id, parentId } = entry;
    const node = { id, parentId, at, label: labelOf(entry) };
    head ??= node;
    if (head === node) place = id;
    const count = children.get(id) ?? 0;
    if (entry.type === "branch" && entry.summary === null && count === 0) {
      if (place === id) place = parentId;
      continue;
    }
    nodes.set(id, node);
    children.set(parentId, (children.get(parentId) ?? 0) + 1);
    if (count === 0) tips.push(node);
  }
  const branches = tips.map((tip) => ({ ...alone(tip), isActive: tip.id === place }));
  if (head === undefined || branches.some(({ isActive }) => isActive)) return branches;
  const { at, id } = head;
  return [{ tipId: id, at, isActive: true, forkId: place, label: null }, ...branches];

  /** What a tip has for itself. */
  function alone(tip: Node): Omit<Branch, "isActive"> {
    let label = tip.label;
    let node = nodes.get(tip.parentId ?? "");
    while (node !== undefined && (children.get(node.id) ?? 0) < 2) {
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
