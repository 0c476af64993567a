import type { Room } from "../digest/room.ts";
import type { Candidate } from "./candidates.ts";
import { coverConcepts } from "./cover-concepts.ts";
import { findingLines } from "./findings.ts";
import type { Material } from "./material.ts";
import { shortLine } from "./sentences.ts";
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
const FINDINGS_SHARE = 0.75;
const STEPS_SHARE = 0.12;
const LEAST_PART = 80;

/** Cuts material to its room and writes it down, section by section. */
export function compose(material: Material, room: Room): string {
  const all = room.part(room.left() / 3).take(renderSections(emptySections()));
  if (!all) takeHeadings(material, room);
  const size = room.left();
  const shown = SHARES.map(([name, share, first]) => {
    const entries = material.sections[name];
    return {
      name,
      first,
      entries,
      told: fill(name, entries, first, room.part(partOf(size, share))),
    };
  });
  const findings = findingLines(material.findings, room.part(size * FINDINGS_SHARE));
  const steps = fill("done", material.steps, "newest", room.part(partOf(size, STEPS_SHARE)));
  const said = [...shown.flatMap(({ told }) => [...told.values()]), ...findings, ...steps.values()];
  const criticalContext = criticalLines(material, room, said.join("\n"));
  const sections: Record<SectionName, readonly string[]> = { ...emptySections(), criticalContext };
  for (const { name, first, entries, told } of shown)
    sections[name] = inOrder(entries, fill(name, entries, first, room, told));
  const allSteps = fill("done", material.steps, "newest", room, steps);
  sections.done = [...findings, ...inOrder(material.steps, allSteps)];
  return renderSections(sections, all ? "none" : "leave-out");
}

/** A section's part: its share and, where the whole is small, enough for an entry. */
function partOf(size: number, share: number): number {
  return Math.max(size * share, Math.min(size / 4, LEAST_PART));
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

/** Entries as they are told. */
type Told = ReadonlyMap<string, string>;

/**
 * Adds to what is told as many entries as there is room for. Where not even the first one fits, its beginning is told.
 */
function fill(
  name: SectionName,
  entries: readonly string[],
  first: "oldest" | "newest",
  room: Room,
  before: Told = new Map(),
): Told {
  const told = new Map(before);
  for (const entry of first === "oldest" ? entries : entries.toReversed()) {
    if (told.has(entry)) continue;
    if (room.take(sectionLine(name, entry))) {
      told.set(entry, entry);
    } else if (told.size === 0) {
      const short = shortLine(entry, 3 * Math.floor(room.left()));
      if (short !== "" && room.take(sectionLine(name, short))) told.set(entry, short);
    }
  }
  return told;
}

function inOrder(entries: readonly string[], told: Told): readonly string[] {
  return entries.flatMap((entry) => told.get(entry) ?? []);
}

function criticalLines(material: Material, room: Room, said: string): readonly string[] {
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
