import { TURN_CONTEXT_HEADING } from "@cutpoint/core/kit";

/** Returns an answer with every heading that a prompt asks for, and text under it. */
export function fillIn(prompt: string): string {
  const headings = prompt.split("\n").filter((line) => line.startsWith("## "));
  const sections = [...new Set(headings)].map((heading) => `${heading}\n- The key is in hall 7.`);
  const turn = prompt.includes(TURN_CONTEXT_HEADING)
    ? ["---", TURN_CONTEXT_HEADING, "- The buoy was asked for."]
    : [];
  return [...sections, ...turn].join("\n\n");
}
