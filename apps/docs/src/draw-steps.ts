import type { CompactionSteps } from "./compaction-steps.ts";

const NUMBER = new Intl.NumberFormat("en");

const STYLE = `
.steps{--user:#0072b2;--assistant:#007a5a;--tool:#b35300;--system:#7a7f87;--summary:#99457f;margin:32px 0}
.dark .steps{--user:#56b4e9;--assistant:#2fc29a;--tool:#e69f00;--system:#9aa1aa;--summary:#dd9cc6}
.steps input{position:absolute;opacity:0}
.steps .choices{display:grid;grid-template-columns:repeat(4,1fr);gap:8px}
.steps label{padding:8px 12px;border:1px solid var(--vp-c-divider);border-radius:8px;font-size:14px;font-weight:500;cursor:pointer}
.steps label:hover{border-color:var(--vp-c-brand-1)}
.steps .window{position:relative;display:flex;height:72px;margin:34px 0 8px;border:1px solid var(--vp-c-divider);border-radius:8px;background:var(--vp-c-bg-soft)}
.steps i{flex:none;display:block;height:100%;width:var(--w);opacity:1;transition:width .6s ease,opacity .6s ease}
.steps i.user{background:var(--user)}.steps i.assistant{background:var(--assistant)}.steps i.tool{background:var(--tool);border-right:1px solid var(--vp-c-bg-soft)}.steps i.system{background:var(--system)}.steps i.prefix{background:var(--summary)}
.steps i.prefix,.steps i.later{width:0;opacity:0;border:0}
.steps .trigger{position:absolute;right:25%;top:-26px;bottom:0;border-right:2px dashed var(--vp-c-text-3);padding-right:6px;font-size:12px;line-height:18px;color:var(--vp-c-text-2);white-space:nowrap}
.steps:has(#step-2:checked) .old{opacity:.3}
.steps:has(#step-3:checked) i.old,.steps:has(#step-4:checked) i.old{width:0;opacity:0;border:0}
.steps:has(#step-3:checked) i.prefix,.steps:has(#step-4:checked) i.prefix,.steps:has(#step-4:checked) i.later{width:var(--w);opacity:1}
.steps .captions{display:grid}
.steps .captions p{grid-area:1/1;margin:8px 0 0;visibility:hidden;font-size:15px;line-height:24px}
.steps:has(#step-1:checked) .captions :nth-child(1),.steps:has(#step-2:checked) .captions :nth-child(2),.steps:has(#step-3:checked) .captions :nth-child(3),.steps:has(#step-4:checked) .captions :nth-child(4){visibility:visible}
.steps .legend{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13px;color:var(--vp-c-text-2)}
.steps .legend b{display:inline-block;width:10px;height:10px;margin-right:6px;border-radius:2px}
${[1, 2, 3, 4].map((step) => `.steps:has(#step-${step}:checked) [for=step-${step}]{border-color:var(--vp-c-brand-1);color:var(--vp-c-brand-1)}.steps:has(#step-${step}:focus-visible) [for=step-${step}]{outline:2px solid var(--vp-c-brand-1);outline-offset:2px}`).join("\n")}
@media(max-width:640px){.steps .choices{grid-template-columns:1fr 1fr}}
@media(prefers-reduced-motion:reduce){.steps i{transition:none}}
`.trim();

const TITLES = ["1. The window fills", "2. The cut", "3. The summary", "4. It continues"];

/** Draws the first compaction of a session as HTML with four steps, without a script. */
export function drawSteps(steps: CompactionSteps): string {
  const { before, cut, later, prefixTokens, systemTokens, windowTokens } = steps;
  const block = (kind: string, tokens: number): string =>
    `<i class="${kind}" style="--w:${((100 * tokens) / windowTokens).toFixed(3)}%"></i>`;
  const blocks = [
    block("system", systemTokens),
    block("prefix", prefixTokens),
    ...before.map(({ role, tokens }, index) =>
      block(`${role}${index < cut ? " old" : ""}`, tokens),
    ),
    ...later.map(({ role, tokens }) => block(`${role} later`, tokens)),
  ];
  const choices = TITLES.map(
    (title, index) =>
      `<input type="radio" name="step" id="step-${index + 1}"${index === 0 ? " checked" : ""}><label for="step-${index + 1}">${title}</label>`,
  );
  const legend = ["user", "assistant", "tool", "summary"].map(
    (name) => `<span><b style="background:var(--${name})"></b>${LEGEND[name] ?? name}</span>`,
  );
  return `<component is="style">
${STYLE}
</component>
<div class="steps" role="group" aria-label="One compaction in four steps">
<div class="choices">${choices.join("")}</div>
<div class="window" aria-hidden="true">${blocks.join("")}<span class="trigger">trigger: 75 % of ${NUMBER.format(windowTokens)} tokens</span></div>
<div class="legend">${legend.join("")}</div>
<div class="captions">${captionsOf(steps)
    .map((text) => `<p>${text}</p>`)
    .join("")}</div>
</div>
`;
}

const LEGEND: Readonly<Record<string, string>> = {
  tool: "tool result",
  summary: "user text and summary",
};

function captionsOf({
  before,
  cut,
  later,
  prefixTokens,
  receipt,
}: CompactionSteps): readonly string[] {
  const requests = later.filter(({ role }) => role === "assistant").length;
  const count = (tokens: number): string => `${NUMBER.format(tokens)} tokens`;
  return [
    `An agent reads sources of this repository. Its next request would have ${count(receipt.tokensBefore)}, above the trigger.`,
    `Cutpoint cuts before the newest ${before.length - cut} messages. Each tool call stays with its result.`,
    `${cut} messages, ${count(receipt.compacted.tokens)}, become ${count(prefixTokens)}: the words of the user, a summary and the list of files. The request has ${count(receipt.tokensAfter)}.`,
    `${requests} requests are sent until the trigger is reached again. The messages themselves are not changed or deleted.`,
  ];
}
