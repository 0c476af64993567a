import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { readWorkspace, ROOT } from "../src/workspace.ts";

/** Names by adapter, from the table of the page. */
const documented = new Map(
  [...readPage("docs/start/index.md").matchAll(/^\| `([\w-]+)` \|(.*)$/gmu)].map(
    ([, adapter = "", row = ""]) => [adapter, [...row.matchAll(/`(\w+)`/gu)].map(nameOf)],
  ),
);

/** Names by adapter that its entries export. */
const exported = new Map(
  readWorkspace()
    .filter(({ folder }) => folder.startsWith("packages/adapter-"))
    .map(({ folder, sources }) => [folder.slice("packages/adapter-".length), valuesOf(sources)]),
);

function readPage(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function valuesOf(sources: ReadonlyMap<string, string>): readonly string[] {
  const entries = ["src/index.ts", "src/middleware.ts"].map((path) => sources.get(path) ?? "");
  return entries
    .flatMap((text) => [...text.matchAll(/^export \{([^}]+)\} from/gmu)])
    .flatMap(([, names = ""]) => [...names.matchAll(/(\w+)/gu)].map(nameOf));
}

function nameOf([, name = ""]: RegExpMatchArray): string {
  return name;
}

test.each([...exported])("the page names what the adapter for %s exports", (adapter, names) => {
  expect(documented.get(adapter)?.toSorted()).toEqual(names.toSorted());
});

test("the page names adapters that exist", () => {
  expect(new Set(documented.keys())).toEqual(new Set(exported.keys()));
});

/** Each option in the READMEs of the adapters, with its types there. */
const options = Map.groupBy(
  [...exported.keys()].flatMap((adapter) =>
    optionsIn(readPage(`packages/adapter-${adapter}/README.md`)),
  ),
  ([name]) => name,
);

function optionsIn(readme: string): readonly (readonly [name: string, type: string])[] {
  const section = /^## Options$(.*?)^## /msu.exec(readme)?.[1] ?? "";
  const rows = [...section.matchAll(/^\| `(\w+)` \| (.+?) \|/gmu)];
  return rows.map(([, name = "", type = ""]) => [name, type]);
}

test("an option has the same type in all adapters", () => {
  expect(options.get("summarizer")).toHaveLength(exported.size);
  const different = [...options].filter(
    ([, rows]) => new Set(rows.map(([, type]) => type)).size > 1,
  );
  expect(different).toEqual([]);
});

test("the README packs what the start pages install", () => {
  const [, first, others = ""] =
    /silent packed ([\w-]+) # or (.+)$/mu.exec(readPage("README.md")) ?? [];
  const pages = globSync("docs/start/*.md", { cwd: ROOT }).map((path) => basename(path, ".md"));
  const packed = [String(first), ...others.split(", ")];
  expect(packed.toSorted()).toEqual(pages.filter((name) => name !== "index").toSorted());
});
