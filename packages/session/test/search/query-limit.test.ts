import { userMessage } from "@cutpoint/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createRecallTool, searchSession } from "../../src/index.ts";
import { limitQuery, queryTerms } from "../../src/store/search-terms.ts";
import { open } from "../support/conversation.ts";
import { createTestStore } from "../support/store.ts";

const query = fc.array(
  fc.constantFrom("harbour", " ", "\n", '"', "漢字", "a/b.ts", "x".repeat(300)),
  {
    maxLength: 400,
  },
);

test("at most 64 words and 1,024 characters of a query are used, without its repetitions", () => {
  fc.assert(
    fc.property(query, (pieces) => {
      const text = pieces.join("");
      const used = limitQuery(text);
      expect(text.trim().startsWith(used)).toBe(true);
      expect(used.length).toBeLessThanOrEqual(1024);
      expect(used.split(/\s+/u).length).toBeLessThanOrEqual(64);
      expect(limitQuery(used)).toBe(used);
      const terms = queryTerms(text).map((term) => term.join(" "));
      expect(terms).toEqual([...new Set(terms)]);
      expect(queryTerms(used)).toEqual(queryTerms(text));
    }),
  );
});

test("a query of one long word ends after 1,024 characters", () => {
  expect(limitQuery("x".repeat(5000))).toBe("x".repeat(1024));
  expect(limitQuery("😀".repeat(5000)).isWellFormed()).toBe(true);
});

test("the end of a query that is not used is reported to the app and to the model", async () => {
  const store = createTestStore();
  const session = await open(store);
  const [id] = await session.append([userMessage("the harbour is closed")]);
  const long = `${"harbour closed ".repeat(32)}crane`;
  const ignored: string[] = [];
  const onIgnored = (end: string): unknown => ignored.push(end);
  const hits = await searchSession(store, "s", long, { onIgnored });
  expect(hits.map(({ entryId }) => entryId)).toEqual([id]);
  await searchSession(store, "s", "harbour", { onIgnored });
  expect(ignored).toEqual([" crane"]);

  const tool = createRecallTool(session);
  expect(tool.description).toContain("64 words or 1,024 characters");
  expect(await tool.execute({ query: long })).toMatch(
    /harbour is closed[^]*rest of it was ignored/u,
  );
  expect(await tool.execute({ query: "harbour" })).not.toContain("ignored");
});
