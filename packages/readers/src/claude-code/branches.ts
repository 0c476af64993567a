import type { RecordTree } from "../record-tree.ts";

/** Words of the user in the tree of a file. A rewind adds a second line with such words under the same parent. */
export type Branches = {
  /** Lines before and after a compaction are no alternatives. */
  readonly addUserLine: (uuid: string, parent: string | null, compactions: number) => void;
  /** Returns the lines of the branches that a line does not follow. */
  readonly deadLines: (leaf: string) => ReadonlySet<string>;
};

export function createBranches(tree: RecordTree): Branches {
  const siblings = new Map<string, string[]>();
  return {
    addUserLine(uuid, parent, compactions) {
      if (parent === null) return;
      const key = `${compactions} ${parent}`;
      const known = siblings.get(key);
      if (known === undefined) siblings.set(key, [uuid]);
      else known.push(uuid);
    },
    deadLines(leaf) {
      const dead = new Set<string>();
      const alternatives = [...siblings.values()].filter(({ length }) => length > 1);
      if (alternatives.length === 0) return dead;
      const live = new Set(tree.pathFrom(leaf));
      for (const uuids of alternatives) {
        const chosen = uuids.find((uuid) => live.has(uuid)) ?? uuids.at(-1);
        for (const uuid of uuids) if (uuid !== chosen) dead.add(uuid);
      }
      // Parents precede their children.
      for (const uuid of tree.ids()) if (dead.has(tree.parentOf(uuid) ?? "")) dead.add(uuid);
      return dead;
    },
  };
}
