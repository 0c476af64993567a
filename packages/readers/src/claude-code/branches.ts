import { pathToRoot } from "../path-to-root.ts";

/** The tree of lines in a file. A rewind adds a second line with words of the user under the same parent. */
export type LineTree = {
  readonly add: (uuid: string, parent: string | null) => void;
  /** Registers words of the user. Lines before and after a compaction are no alternatives. */
  readonly addUserLine: (uuid: string, parent: string | null, compactions: number) => void;
  /** Yields a line and its ancestors. */
  readonly pathFrom: (uuid: string) => Iterable<string>;
  /** Returns the first lines of the branches that the line does not follow. */
  readonly deadBranches: (leaf: string) => ReadonlySet<string>;
  readonly isUnder: (uuid: string, roots: ReadonlySet<string>) => boolean;
};

export function createLineTree(): LineTree {
  const parents = new Map<string, string | null>();
  const siblings = new Map<string, string[]>();

  return {
    add: (uuid, parent) => void parents.set(uuid, parent),
    addUserLine(uuid, parent, compactions) {
      if (parent === null) return;
      const key = `${compactions} ${parent}`;
      siblings.set(key, [...(siblings.get(key) ?? []), uuid]);
    },
    pathFrom: (uuid) => pathToRoot(uuid, parents),
    deadBranches(leaf) {
      const alternatives = [...siblings.values()].filter(({ length }) => length > 1);
      if (alternatives.length === 0) return new Set();
      const live = new Set(pathToRoot(leaf, parents));
      return new Set(
        alternatives.flatMap((uuids) => {
          const chosen = uuids.find((uuid) => live.has(uuid)) ?? uuids.at(-1);
          return uuids.filter((uuid) => uuid !== chosen);
        }),
      );
    },
    isUnder(uuid, roots) {
      for (const each of pathToRoot(uuid, parents)) if (roots.has(each)) return true;
      return false;
    },
  };
}
