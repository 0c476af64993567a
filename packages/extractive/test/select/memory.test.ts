import {
  assistantMessage,
  type CompactionState,
  type Item,
  type Summary,
  type SummaryRequest,
} from "@cutpoint/core";
import { emptyState, runAtOnce } from "@cutpoint/core/kit";
import { expect, test } from "vitest";
import { summaryRequest } from "../../../../tooling/laws/src/generate/summary-request.ts";
import { createExtractiveSummarizer } from "../../src/summarize.ts";
import { decodeMemory, encodeMemory, termsToRemember } from "../../src/select/memory.ts";
import { keyOf } from "../../src/terms/digits.ts";
import { indexTerms, type KeyTerm } from "../../src/terms/terms.ts";
import { said } from "../support/lines.ts";

const first = [
  said(0, "user", "mend harbourPump"),
  said(1, "prose", "harbourPump leaks"),
  said(2, "result", "harbourPump and tidalGate"),
  said(3, "change", "const harbourPump = tidalGate"),
];
const none = { entries: 0, userEntries: [], tasks: [] };
const second = [said(4, "arguments", "read harbourPump"), said(5, "result", "tidalGate is open")];

function statisticsOf({
  gap: _gap,
  neighbors: _neighbors,
  ...term
}: KeyTerm): Omit<KeyTerm, "gap" | "neighbors"> {
  return term;
}

test("an index continues from the memory as if all messages were there", () => {
  const whole = runAtOnce(indexTerms([...first, ...second], { messages: 6 }));
  const before = runAtOnce(indexTerms(first, { messages: 4 }));
  const memory = decodeMemory(
    JSON.parse(JSON.stringify(encodeMemory({ messages: 4, terms: before.terms, ...none }))),
  );
  const later = second.map((line) => ({
    ...line,
    source: { ...line.source, message: line.source.message - 4 },
  }));
  const after = runAtOnce(indexTerms(later, { messages: 2, memory }));
  expect(after.span).toBe(whole.span);
  const keys = new Map(after.terms.map((term) => [term.key, term]));
  expect(keys.size).toBe(whole.terms.length);
  const isRead = ({ last }: KeyTerm): boolean => last >= 4;
  expect(whole.terms.filter(isRead)).toHaveLength(6);
  for (const term of whole.terms) {
    const { kind: _kind, name, ...rest } = statisticsOf(keys.get(term.key) as KeyTerm);
    expect(name).toBe(isRead(term) ? term.name : "");
    expect({ ...term, ...rest }).toEqual(term);
  }
});

test("kept messages are not remembered, since the next compaction counts them", () => {
  const lines = [...first, ...second];
  const index = runAtOnce(indexTerms(lines, { messages: 6, keptStart: 4 }));
  const before = runAtOnce(indexTerms(first, { messages: 4 }));
  for (const term of before.terms) {
    const same = index.terms.find(({ name }) => name === term.name) as KeyTerm;
    expect(statisticsOf(index.beforeKept(same))).toEqual(statisticsOf(term));
  }
});

test.each([undefined, null, 7, "extractive", [], { by: "other", terms: [] }])(
  "a memory that this summarizer did not write is ignored: %j",
  (value) => {
    expect(decodeMemory(value)).toBeNull();
  },
);

test("damaged rows of a memory do no harm", () => {
  for (const terms of [7, ["x"], "", "abc", "pump", "pumpé", "pump_AAé€"]) {
    const memory = decodeMemory({ by: "extractive", messages: 5, terms });
    for (const term of memory?.terms ?? [])
      expect([term.messages >= 0, term.last <= 5, term.uses >= 0]).toEqual([true, true, true]);
  }
  expect(decodeMemory({ by: "extractive", terms: [["harbourPump", 1]] })?.terms).toEqual([]);
});

const items: readonly Item[] = Array.from({ length: 60 }, (_, index) => ({
  id: String(index),
  message: assistantMessage(`Step ${index} opens valve_${index} at harbourGate${index}.`),
}));

function summarize(given: Partial<SummaryRequest>): Promise<Summary> {
  const request = summaryRequest({ maxTokens: 400, isChat: false, ...given });
  return createExtractiveSummarizer().summarize(request, new AbortController().signal);
}

test("a summary leaves a memory in proportion to its size, and reads that of the last one", async () => {
  const { memory, text } = await summarize({ items });
  expect(JSON.stringify(memory).length).toBeLessThan(8 * 400);
  const keys = decodeMemory(memory)?.terms.map(({ key }) => key) ?? [];
  expect(text).toContain("harbourGate59");
  expect(keys).toContain(keyOf("harbourGate59"));
  const previousState: CompactionState = { ...emptyState(), ...(memory && { memory }) };
  const next = await summarize({ items: items.slice(0, 2), previousSummary: text, previousState });
  expect(decodeMemory(next.memory)?.messages).toBe(62);
});

test("lines of an earlier summary do not count the terms again that the memory counts", () => {
  const index = runAtOnce(indexTerms(first, { messages: 4 }));
  const memory = decodeMemory(encodeMemory({ messages: 4, terms: index.terms, ...none }));
  const lines = [said(-1, "carried", "harbourPump leaks beside lockGate")];
  const { terms } = runAtOnce(indexTerms(lines, { messages: 0, memory }));
  const messagesOf = (name: string) => terms.find((term) => term.name === name)?.messages;
  expect([messagesOf("harbourPump"), messagesOf("lockGate")]).toEqual([4, 1]);
});

test("the memory has one term for twelve tokens, the best first, without those of kept messages", () => {
  const lines = [
    said(0, "user", "pump_1 pump_2 pump_3 pump_4"),
    said(1, "user", "kept_1 and pump_4"),
  ];
  const index = runAtOnce(indexTerms(lines, { messages: 2, keptStart: 1 }));
  for (const term of index.terms) term.worth = Number(term.name.slice(-1)) || 0;
  const names = (maxTokens: number): readonly string[] =>
    runAtOnce(termsToRemember(index, maxTokens)).map(({ name }) => name);
  expect(names(24)).toEqual(["pump_4", "pump_3"]);
  expect(names(1_000)).toEqual(["pump_4", "pump_3", "pump_2", "pump_1"]);
  expect(runAtOnce(termsToRemember(index, 12))[0]?.messages).toBe(1);
});

test("the memory keeps tasks and places of the user's lines", () => {
  const tasks = [{ id: "1", status: "done", text: "Mend it" }];
  const given = { messages: 4, terms: [], entries: 3, userEntries: [0, 2], tasks };
  expect(decodeMemory(encodeMemory(given))).toEqual(given);
  expect(encodeMemory({ ...given, tasks: [] })).not.toHaveProperty("tasks");
  const rows = [
    ["1", "done"],
    [1, "done", "x"],
    ["1", "done", "x"],
  ];
  const decoded = decodeMemory({ by: "extractive", terms: [], tasks: rows, user: [1, -2, "x"] });
  expect(decoded?.tasks).toEqual([{ id: "1", status: "done", text: "x" }]);
});

test("a memory contains no names, and a dozen characters for each term", () => {
  const { terms } = runAtOnce(indexTerms([said(3, "user", "harbourPump")], { messages: 4 }));
  const encoded = encodeMemory({ ...none, messages: 4, terms }) as { readonly terms: string };
  expect(encoded.terms).toBe(`${keyOf("harbourPump")}BEEEAEE${keyOf(" harbourpump")}hEEEAEE`);
});
