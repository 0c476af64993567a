import { playTasks } from "./play-tasks.ts";

const SEEDS = [1, 2, 3, 4, 5, 6];

for (const windowTokens of [8_000, 16_000, 32_000])
  for (const compactTool of [false, true]) {
    const { answered, compactions, viewTokens } = await playTasks(windowTokens, compactTool, SEEDS);
    const way = compactTool ? "compact tool at the end of tasks" : "default";
    console.log([windowTokens, way, compactions, viewTokens, `${answered} %`].join(" | "));
  }
