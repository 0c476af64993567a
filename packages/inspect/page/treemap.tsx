import { hierarchy, type HierarchyRectangularNode, treemap, treemapSquarify } from "d3-hierarchy";
import { useMemo } from "preact/hooks";
import type { JSX } from "preact";
import { countText, tokenText, visibleText } from "./display-text.ts";
import type { TokenGroup, TokenTarget } from "./token-tree.ts";

const WIDTH = 1_000;
const HEIGHT = 420;
/** Targets of one tool that get an area of their own. The others share one. */
const MOST = 40;

/** A place in the tree: the root, a group, a target or one call. */
type Place = {
  readonly name: string;
  readonly tokens: number;
  readonly target: TokenTarget | null;
  readonly children: readonly Place[];
};

/** Areas for tools, inside them files and commands, inside them single calls. */
export function Treemap({
  callTokens,
  chosen,
  groups,
  onChoose,
}: {
  readonly groups: readonly TokenGroup[];
  /** Returns the tokens of a call by its position. */
  readonly callTokens: (run: number) => number;
  readonly chosen: TokenTarget | null;
  readonly onChoose: (target: TokenTarget) => void;
}): JSX.Element {
  const root = useMemo(() => layout(groups, callTokens), [groups, callTokens]);
  return (
    <div class="treemap" role="group" aria-label="Where tokens go">
      {(root.children ?? []).map((group) => (
        <div key={group.data.name} class={groupClass(group.data)} style={placeOf(group)}>
          <span class="name">{labelOf(group.data)}</span>
        </div>
      ))}
      {root
        .descendants()
        .flatMap((node) =>
          node.depth === 2 && node.data.target !== null
            ? [
                <TargetArea
                  key={`${node.data.target.tool} ${node.data.name}`}
                  node={node}
                  isChosen={
                    node.data.target.name === chosen?.name && node.data.target.tool === chosen.tool
                  }
                  onChoose={onChoose}
                />,
              ]
            : [],
        )}
      {root
        .descendants()
        .flatMap((node) =>
          node.depth === 3 && (node.parent?.children?.length ?? 0) > 1
            ? [<i key={`${node.x0} ${node.y0}`} style={placeOf(node)} />]
            : [],
        )}
    </div>
  );
}

type Node = HierarchyRectangularNode<Place>;

function TargetArea({
  isChosen,
  node,
  onChoose,
}: {
  readonly node: Node;
  readonly isChosen: boolean;
  readonly onChoose: (target: TokenTarget) => void;
}): JSX.Element {
  const { target } = node.data;
  const calls = countText(target?.runs.length ?? 0, "call");
  return (
    <button
      type="button"
      style={placeOf(node)}
      aria-pressed={isChosen}
      title={`${visibleText(node.data.name)}: ${tokenText(target?.tokens ?? 0)} tokens, ${calls}`}
      onClick={() => {
        if (target !== null) onChoose(target);
      }}
    >
      {labelOf(node.data)}
    </button>
  );
}

function layout(groups: readonly TokenGroup[], callTokens: (run: number) => number): Node {
  const root: Place = { name: "", tokens: 0, target: null, children: groups.map(groupPlace) };
  const tree = hierarchy(root, ({ children }) => [...children]).sum(({ children, tokens }) =>
    children.length === 0 ? tokens : 0,
  );
  return treemap<Place>()
    .tile(treemapSquarify)
    .size([WIDTH, HEIGHT])
    .paddingInner(2)
    .paddingTop(({ data, depth }) => (depth === 1 && data.children.length > 0 ? 20 : 0))(tree);

  function groupPlace({ name, targets, tokens }: TokenGroup): Place {
    const shown = targets.slice(0, MOST);
    const rest = targets.slice(MOST);
    const restTarget: TokenTarget = {
      tool: name,
      name: `${rest.length} more`,
      tokens: rest.reduce((sum, each) => sum + each.tokens, 0),
      runs: rest.flatMap(({ runs }) => runs),
    };
    const all = rest.length === 0 ? shown : [...shown, restTarget];
    return { name, tokens, target: null, children: all.map(targetPlace) };
  }

  function targetPlace(target: TokenTarget): Place {
    const calls = target.runs
      .slice(0, MOST)
      .map((run): Place => ({ name: "", tokens: callTokens(run), target, children: [] }));
    const isWhole = target.runs.length <= MOST;
    return { name: target.name, tokens: target.tokens, target, children: isWhole ? calls : [] };
  }
}

function groupClass({ children, name }: Place): string {
  return children.length > 0 ? "group tool" : `group ${name.split(" ")[0] ?? ""}`;
}

function labelOf({ name, tokens, target }: Place): string {
  return `${visibleText(shortPath(name))} ${tokenText(target?.tokens ?? tokens)}`;
}

/** Returns the last two names of a path, and any other text as it is. */
function shortPath(text: string): string {
  return /^[^\s{]+$/u.test(text) ? text.split("/").slice(-2).join("/") : text;
}

function placeOf({ x0, x1, y0, y1 }: Node): Readonly<Record<string, string>> {
  return {
    left: `${(x0 / WIDTH) * 100}%`,
    width: `${((x1 - x0) / WIDTH) * 100}%`,
    top: `${y0}px`,
    height: `${y1 - y0}px`,
  };
}
