import { frontierPlot } from "./frontier-plot.ts";
import { retentionPlots } from "./retention-plots.ts";
import { speedPlot } from "./speed-plot.ts";

/** Returns the plots of the site by file name. */
export function plots(): ReadonlyMap<string, string> {
  return new Map([
    ...retentionPlots(),
    ["speed.svg", speedPlot()],
    ["frontier.svg", frontierPlot()],
  ]);
}
