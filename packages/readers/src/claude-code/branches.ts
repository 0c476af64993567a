import { pathToRoot } from "../path-to-root.ts";

/** The tree of lines in a file. A rewind adds a second line with words of the user under the same parent. */
export type LineTree = {
  readonly add: (uuid: string, parent: string | null) => void;
  /** Registers words of the user. Lines before and after a compaction are no alternatives. */
  readonly addUserLine: (uuid: string, parent: string | null, compactions: number) => void;
  /** Yields a line and its ancestors. */
  readonly pathFrom: (uuid: string) => Iterable<string>;
  /** Returns the lines of the branches that the newest line does not follow. */
  readonly deadLines: (leaf: string) => ReadonlySet<string>;
};

export function createLineTree(): LineTree {
  const parents = new Map<string, string | null>();
  const siblings = new Map<string, string[]>();

  return {
    add: (uuid, parent) => void parents.set(uuid, parent),
    addUserLine(uuid, parent, compactions) {
      if (parent === null) return;
      const key = `${compactions} ${parent}`;
      const known = siblings.get(key);
      if (known === undefined) siblings.set(key, [uuid]);
      else known.push(uuid);
    },
    pathFrom: (uuid) => pathToRoot(uuid, parents),
    deadLines(leaf) {
      const dead = new Set<string>();
      const alternatives = [...siblings.values()].filter(({ length }) => length > 1);
      if (alternatives.length === 0) return dead;
      const live = new Set(pathToRoot(leaf, parents));
      for (const uuids of alternatives) {
        const chosen = uuids.find((uuid) => live.has(uuid)) ?? uuids.at(-1);
        for (const uuid of uuids) if (uuid !== chosen) dead.add(uuid);
      }
      // Parents stand before their children.
      for (const [uuid, parent] of parents) if (parent !== null && dead.has(parent)) dead.add(uuid);
      return dead;
    },
  };
}
