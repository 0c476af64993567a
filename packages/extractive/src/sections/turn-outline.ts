import { escapeTags, type TokenBudget } from "@cutpoint/core/kit";
import { ASSISTANT, USER } from "../read/lines.ts";
import { DASH, type SummaryContent } from "./summary-content.ts";
import type { Outline } from "./outline.ts";
import { deduplicate } from "./sections.ts";

/** Tokens reserved for the request, if available. */
const LEAST_REQUEST = 40;

type Block = { readonly heading: string; readonly lines: readonly string[] };

/** Chooses the entries of a turn prefix: the request, early progress and context for the kept end of the turn. */
export function outlineTurn(content: SummaryContent, budget: TokenBudget): Outline {
  const { sections } = content;
  const size = budget.left();
  const asked = block(
    "## Original Request",
    sections.goal,
    budget.share(Math.max(size * 0.05, Math.min(size / 4, LEAST_REQUEST))),
    "oldest",
  );
  const steps = deduplicate([
    ...content.findings.map(({ question, answer }) => `${question} → ${answer}`),
    ...content.steps.map((step) => `[x] ${step}`),
    ...sections.inProgress.flatMap(withoutRequest).map(openStep),
  ]);
  const progress = block("## Early Progress", steps, budget.share(size * 0.05), "newest");
  const facts = [...sections.constraints, ...sections.blocked];
  budget.take("## Context for Suffix\n");
  const part = budget.share(size * 0.04);
  const first = facts.filter((fact) => part.take(bullet(fact)));
  return {
    text: [...asked.lines, ...progress.lines, ...first].join("\n"),
    render(context) {
      const lines = deduplicate([...first, ...context]).map(bullet);
      return [asked, progress, { heading: "## Context for Suffix", lines }]
        .filter((each) => each.lines.length > 0)
        .map((each) => [each.heading, ...each.lines].join("\n"))
        .join("\n\n")
        .toWellFormed();
    },
  };
}

/** What the model said last is no step. */
function openStep(entry: string): string {
  return entry.startsWith(ASSISTANT) ? entry : `[ ] ${entry}`;
}

/** The request is already in its own section. */
function withoutRequest(entry: string): readonly string[] {
  if (!entry.startsWith(USER)) return [entry];
  const at = entry.indexOf(DASH);
  return at === -1 ? [] : [ASSISTANT + entry.slice(at + DASH.length)];
}

function block(
  heading: string,
  entries: readonly string[],
  budget: TokenBudget,
  first: "oldest" | "newest",
): Block {
  if (!budget.take(`${heading}\n`)) return { heading, lines: [] };
  const inOrder = first === "oldest" ? entries : entries.toReversed();
  const chosen = new Set(inOrder.filter((entry) => budget.take(bullet(entry))));
  return { heading, lines: entries.filter((entry) => chosen.has(entry)).map(bullet) };
}

function bullet(entry: string): string {
  return escapeTags(`- ${entry}`);
}
