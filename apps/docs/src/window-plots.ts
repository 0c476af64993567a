import { readFileSync } from "node:fs";
import { type Curve, lineChart } from "./line-chart.ts";

/** What the measurement in `tooling/window-shares` printed. */
const RESULTS = new URL("../../../docs/measured/window-shares.json", import.meta.url);

type Mean = {
  readonly group: string;
  readonly windowTokens: number;
  /** In percent; `null` for the default policy. */
  readonly shares: {
    readonly newest: number;
    readonly user: number;
    readonly summary: number;
    readonly prune?: boolean;
  } | null;
  readonly isGrowing: boolean;
  readonly quality: number | null;
  readonly far: number | null;
};

/** Larger shares are too close to it on the axis. */
const LARGEST_SHARE = 50;

const AXIS = "share of the summary";

/** Returns the plots of how to divide a window, by file name. */
export function windowPlots(): ReadonlyMap<string, string> {
  const means = JSON.parse(readFileSync(RESULTS, "utf8")) as readonly Mean[];
  const coding = means.filter(({ group }) => group === "coding" || group === "joined");
  const growing = coding.filter(({ isGrowing }) => isGrowing);
  const once = coding.filter(({ isGrowing }) => !isGrowing);
  return new Map([
    ["window-quality.svg", lineChart("Q after many compactions", AXIS, curves(growing, "quality"))],
    ["window-far.svg", lineChart("Far, after many compactions", AXIS, curves(growing, "far"))],
    ["window-once.svg", lineChart("Q after one compaction", AXIS, curves(once, "quality"))],
  ]);
}

/** Returns a curve for each window, over the share of the summary. The other shares are 10 and 10 %. */
function curves(means: readonly Mean[], measure: "quality" | "far"): readonly Curve[] {
  return [...Map.groupBy(means, ({ windowTokens }) => windowTokens)].map(([tokens, own]) => ({
    name: `${tokens / 1_000}k window`,
    points: own.flatMap(({ shares, ...kept }) => {
      const value = kept[measure];
      if (value === null || shares === null || shares.prune === true) return [];
      const { newest, user, summary } = shares;
      const isShown = newest === 10 && user === 10 && summary <= LARGEST_SHARE;
      return isShown ? [{ share: summary / 100, value }] : [];
    }),
  }));
}
