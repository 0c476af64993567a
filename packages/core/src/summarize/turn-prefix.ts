import type { Room } from "../digest/room.ts";
import { neutralizeTags } from "../digest/our-tags.ts";
import { coverConcepts } from "./cover-concepts.ts";
import { DASH, type Material, UNKNOWN, USER } from "./material.ts";
import { eachOnce } from "./merge-sections.ts";

type Block = { readonly heading: string; readonly lines: readonly string[] };

/** The beginning of a turn whose end stays in the view: what was asked, what was done, what its end needs to know. */
export function composeTurn(material: Material, room: Room): string {
  const { sections } = material;
  const asked = block("## Original Request", sections.goal, room.part(room.left() * 0.3), "oldest");
  const steps = eachOnce([
    ...material.findings.map(({ question, answer }) => `${question} → ${answer}`),
    ...material.steps,
    ...sections.inProgress.map(withoutRequest),
  ]);
  const progress = block("## Early Progress", steps, room.part(room.left() * 0.45), "newest");
  const told = [...asked.lines, ...progress.lines].join("\n");
  const needed: Block = {
    heading: "## Context for Suffix",
    lines: contextLines(material, told, room),
  };
  return [asked, progress, needed]
    .filter(({ lines }) => lines.length > 0)
    .map(({ heading, lines }) => [heading, ...lines].join("\n"))
    .join("\n\n")
    .toWellFormed();
}

/** What is under way repeats the request, which stands above already. */
function withoutRequest(entry: string): string {
  const at = entry.indexOf(DASH);
  return at === -1 || !entry.startsWith(USER) ? entry : UNKNOWN + entry.slice(at);
}

function block(
  heading: string,
  entries: readonly string[],
  room: Room,
  first: "oldest" | "newest",
): Block {
  if (!room.take(`${heading}\n`)) return { heading, lines: [] };
  const inOrder = first === "oldest" ? entries : entries.toReversed();
  const chosen = new Set(inOrder.filter((entry) => room.take(bullet(entry))));
  return { heading, lines: entries.filter((entry) => chosen.has(entry)).map(bullet) };
}

function contextLines(material: Material, told: string, room: Room): readonly string[] {
  if (!room.take("## Context for Suffix\n")) return [];
  const facts = [...material.sections.constraints, ...material.sections.blocked];
  const first = facts.filter((fact) => !told.includes(fact) && room.take(bullet(fact)));
  const chosen = coverConcepts(
    material.ranked.filter(({ line }) => !told.includes(line.text)),
    material.weights,
    (line) => room.take(bullet(line.text)),
  );
  const lines = [...chosen].sort((a, b) => a.message - b.message).map((line) => line.text);
  return eachOnce([...first, ...lines]).map(bullet);
}

function bullet(entry: string): string {
  return neutralizeTags(`- ${entry}`);
}
