import type { JSX } from "preact";
import type { PageRun } from "../src/page-data.ts";
import { visibleText } from "./display-text.ts";
import type { PageState } from "./state.ts";

/** A tool call with its target, which opens a message. */
export function CallLink({
  message,
  run,
  state,
}: {
  readonly run: Pick<PageRun, "tool" | "target">;
  /** Index of the message. */
  readonly message: number;
  readonly state: PageState;
}): JSX.Element {
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        state.openMessage(message);
      }}
    >
      {visibleText(run.tool)} <code>{visibleText(run.target)}</code>
    </button>
  );
}
