import { createCharacterEstimator } from "@cutpoint/core";
import { createListHost, createSessionHost } from "./host.ts";
import type { HostileRun } from "./hostile-runs.ts";
import { judge, newAnthropicViolations } from "./judge.ts";
import { type Asked, mannered } from "./mannered.ts";

/** Result of a run, with its violations. */
export type RunReport = {
  readonly outcomes: readonly string[];
  readonly violations: readonly string[];
};

const estimator = createCharacterEstimator();

const OVERFLOW = new Error("prompt is too long: 9000 tokens > 6000 maximum");

/** More compactions in a row without a new message count as an endless loop. */
const MAX_IN_A_ROW = 2;

/** Plays a run and checks its results. */
export async function play(run: HostileRun): Promise<RunReport> {
  const { items, policy, steps, system } = run;
  const asked: Asked = { manner: "short", calls: 0, given: [] };
  const options = { policy, estimator, summarizer: mannered(asked) };
  const host = run.host === "session" ? createSessionHost(options) : createListHost(options);
  const outcomes: string[] = [];
  const violations: string[] = [];
  let count = 0;
  for (const { more, call, manner } of steps) {
    await host.add(items.slice(count, count + more));
    count += more;
    asked.manner = manner;
    for (let again = 0; again <= MAX_IN_A_ROW; again += 1) {
      const history = host.history();
      asked.calls = 0;
      const fitted =
        call === "recover" && again === 0
          ? await host.recover(OVERFLOW, { system })
          : await host.fit({ system, force: call === "force" && again === 0 });
      outcomes.push(fitted.outcome.type === "unchanged" ? fitted.outcome.why : fitted.outcome.type);
      violations.push(...judge(history, fitted, asked));
      const isCompacted = fitted.outcome.type === "compacted";
      if (again === 0 || isCompacted) violations.push(...newAnthropicViolations(history, fitted));
      if (!isCompacted) break;
      if (again === MAX_IN_A_ROW) violations.push("compacts repeatedly without a new message");
    }
  }
  return { outcomes, violations };
}
