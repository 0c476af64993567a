import type { Room } from "../digest/room.ts";
import type { Candidate } from "./candidates.ts";
import { coverConcepts } from "./cover-concepts.ts";
import { findingLines } from "./findings.ts";
import type { Material } from "./material.ts";
import {
  emptySections,
  renderSections,
  sectionHeading,
  sectionLine,
  type SectionName,
  type SummarySections,
} from "./sections.ts";

/** The most that a section may take of the room, and which of its entries go in first. */
const SHARES: readonly (readonly [name: SectionName, share: number, first: "oldest" | "newest"])[] =
  [
    ["goal", 0.12, "oldest"],
    ["inProgress", 0.1, "newest"],
    ["nextSteps", 0.08, "newest"],
    ["constraints", 0.12, "newest"],
    ["blocked", 0.06, "newest"],
    ["decisions", 0.1, "newest"],
  ];
const FINDINGS_SHARE = 0.45;
const STEPS_SHARE = 0.12;

/** Cuts material to its room and writes it down, section by section. */
export function compose(material: Material, room: Room): string {
  const skeleton = renderSections(emptySections());
  const all = room.part(room.left() / 3).take(skeleton);
  if (!all) takeHeadings(material, room);
  const sections: Record<SectionName, readonly string[]> = { ...emptySections() };
  const size = room.left();
  for (const [name, share, first] of SHARES)
    sections[name] = fill(name, material.sections[name], first, room.part(size * share));
  const findings = findingLines(material.findings, room.part(size * FINDINGS_SHARE));
  const steps = fill("done", material.steps, "newest", room.part(size * STEPS_SHARE));
  sections.done = [...findings, ...steps];
  const told = new Set(Object.values(sections).flat());
  sections.criticalContext = criticalLines(material, room, told);
  for (const [name, , first] of SHARES)
    sections[name] = fillUp(name, sections[name], material.sections[name], first, room);
  sections.done = [...findings, ...fillUp("done", steps, material.steps, "newest", room)];
  return renderSections(sections, all ? "none" : "leave-out");
}

/** Headings are paid for before entries where only those are written that have any. */
function takeHeadings(material: Material, room: Room): void {
  const sections: SummarySections = {
    ...material.sections,
    done: [...material.steps, ...material.findings.map((each) => each.question)],
    criticalContext: material.ranked.map(({ line }) => line.text),
  };
  for (const name of Object.keys(sections) as SectionName[])
    if (sections[name].length > 0) room.take(sectionHeading(name));
}

function fill(
  name: SectionName,
  entries: readonly string[],
  first: "oldest" | "newest",
  room: Room,
): readonly string[] {
  const inOrder = first === "oldest" ? entries : entries.toReversed();
  const chosen = new Set(inOrder.filter((entry) => room.take(sectionLine(name, entry))));
  return entries.filter((entry) => chosen.has(entry));
}

/** What a section's share left out goes in where room is left in the end. */
function fillUp(
  name: SectionName,
  chosen: readonly string[],
  entries: readonly string[],
  first: "oldest" | "newest",
  room: Room,
): readonly string[] {
  const known = new Set(chosen);
  const more = fill(
    name,
    entries.filter((entry) => !known.has(entry)),
    first,
    room,
  );
  const wanted = new Set([...chosen, ...more]);
  return more.length === 0 ? chosen : entries.filter((entry) => wanted.has(entry));
}

function criticalLines(
  material: Material,
  room: Room,
  told: ReadonlySet<string>,
): readonly string[] {
  const said = [...told].join("\n");
  const chosen = coverConcepts(
    material.ranked.filter(({ line }) => !said.includes(plain(line))),
    material.weights,
    (line) => room.take(sectionLine("criticalContext", line.text)),
  );
  const order = new Map(material.ranked.map(({ line }, place) => [line.text, place]));
  return [...chosen]
    .sort((a, b) => a.message - b.message || (order.get(a.text) ?? 0) - (order.get(b.text) ?? 0))
    .map((line) => line.text);
}

function plain(line: Candidate): string {
  return line.text.replace(/^user: /u, "");
}
