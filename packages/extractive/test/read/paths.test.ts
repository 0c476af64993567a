import { type Item, textOf, toolCalls, userMessage } from "@cutpoint/core";
import { runAtOnce, toolRuns } from "@cutpoint/core/kit";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cases } from "../../../../tooling/laws/src/cases.ts";
import { itemsOf, run } from "../../../core/test/digest/conversation.ts";
import { baseDirectory, baseOfLine, relativeTo } from "../../src/read/paths.ts";
import { summaryText } from "../support/summary-text.ts";

function baseOf(items: readonly Item[]): string | null {
  return runAtOnce(baseDirectory({ items, runs: toolRuns(items) }));
}

const reads = (...paths: readonly string[]): Item[] =>
  paths.flatMap((path) => itemsOf(run("read", { path }, `export const inside = "${path}";`)));

describe("the base directory", () => {
  const deep = reads(
    ...["a", "b", "c", "d"].map((name) => `/home/ann/shop/packages/api/src/${name}.ts`),
  );

  const showing = itemsOf(
    run("grep", {}, "packages/api/src/a.ts:1: x\npackages/api/src/b.ts:2: y"),
  );
  test.each([
    ["is the directory that saves most", deep, "/home/ann/shop/packages/api/src"],
    [
      "is the one that calls name",
      [...deep, ...itemsOf(run("bash", { command: "ls", workdir: "/home/ann/shop/" }, "apps"))],
      "/home/ann/shop",
    ],
    [
      "is the one that relative paths of the same files show",
      [...deep, ...showing],
      "/home/ann/shop",
    ],
    [
      "is the one that patterns of relative paths show",
      [
        ...deep,
        ...itemsOf(run("glob", { pattern: "./packages/api/**/*.ts" }, "")),
        ...itemsOf(run("bash", { command: "go test packages/api/src/..." }, "ok")),
      ],
      "/home/ann/shop",
    ],
    [
      "is not the one that a single path shows",
      [...deep, ...itemsOf(run("grep", {}, "packages/api/src/a.ts:1: x"))],
      "/home/ann/shop/packages/api/src",
    ],
    [
      "is missing without paths",
      itemsOf(userMessage("Use and/or, 3/4 and https://a.b/c/d.")),
      null,
    ],
    [
      "is a Windows directory",
      [
        ...reads(
          ...["C:", "C:", "c:", "c:"].map(
            (drive, place) => `${drive}\\Users\\Ann\\shop\\src\\${place}.ts`,
          ),
        ),
        ...itemsOf(run("grep", {}, "src\\0.ts:1: x\nsrc\\3.ts:2: y")),
      ],
      "C:\\Users\\Ann\\shop",
    ],
  ])("%s", (_, items, base) => {
    expect(baseOf(items)).toBe(base);
  });
});

describe("few paths", () => {
  const inDirectory = (directory: string, count: number): Item[] =>
    reads(...Array.from({ length: count }, (_, index) => `${directory}/part${index}.ts`));

  test("have no base: fewer than four, or below one name only", () => {
    const reading = (count: number): readonly Item[] =>
      itemsOf(run("bash", { command: `cat ${"/srv/shop/a.ts ".repeat(count)}` }, "export {}"));
    expect([3, 4].map((count) => baseOf(reading(count)))).toEqual([null, "/srv/shop"]);
    expect(baseOf(inDirectory("/srv", 8))).toBeNull();
    expect(baseOf(inDirectory("/srv/shop", 8))).toBe("/srv/shop");
  });

  test("routes and paths of other systems in texts are no base", () => {
    const text = "router.get('/api/v1/orders/open', listOrders);\n".repeat(8);
    expect(baseOf(itemsOf(userMessage(text), run("bash", { command: "ls" }, text)))).toBeNull();
  });

  test("of two directories, the one that saves more characters is the base", () => {
    const [long, short] = [
      inDirectory("/srv/shop/packages/orders", 4),
      inDirectory("/srv/shop", 4),
    ];
    expect(baseOf([...long, ...short])).toBe("/srv/shop/packages/orders");
    expect(baseOf([...long, ...inDirectory("/srv/shop", 20)])).toBe("/srv/shop");
  });

  test("a working directory counts if it is absolute, the most frequent one", () => {
    const deep = inDirectory("/srv/shop/src", 4);
    const inside = (...directories: readonly string[]): Item[] =>
      directories.flatMap((cwd) => itemsOf(run("bash", { command: "ls", cwd }, "ok")));
    expect(baseOf([...deep, ...inside("src")])).toBe("/srv/shop/src");
    expect(baseOf([...deep, ...inside("/srv/lib", "/srv/shop", "/srv/shop/")])).toBe("/srv/shop");
  });
});

describe("relative paths", () => {
  test.each([
    ["cat /home/ann/shop/src/a.ts", "cat src/a.ts"],
    ['{"path":"/home/ann/shop/src/a.ts"}', '{"path":"src/a.ts"}'],
    ["/home/ann/shop/.env", ".env"],
    ["cd /home/ann/shop && ls /home/ann/shop/", "cd /home/ann/shop && ls /home/ann/shop/"],
    ["/mnt/home/ann/shop/src/a.ts", "/mnt/home/ann/shop/src/a.ts"],
    ["file:///home/ann/shop/src/a.ts", "file:///home/ann/shop/src/a.ts"],
    ["https://x.y/home/ann/shop/src/a.ts", "https://x.y/home/ann/shop/src/a.ts"],
    ["/home/ann/shop-old/src/a.ts", "/home/ann/shop-old/src/a.ts"],
  ])("%s", (text, shortened) => {
    expect(relativeTo("/home/ann/shop")(text)).toBe(shortened);
  });

  test.each([
    ["type C:\\Users\\Ann\\shop\\src\\a.ts", "type src\\a.ts"],
    ['{"path":"c:\\\\Users\\\\ann\\\\shop\\\\src\\\\a.ts"}', '{"path":"src\\\\a.ts"}'],
    ["C:/Users/Ann/shop/src/a.ts", "src/a.ts"],
    ["/c/Users/Ann/shop/src/a.ts", "src/a.ts"],
    ["D:\\Users\\Ann\\shop\\src\\a.ts", "D:\\Users\\Ann\\shop\\src\\a.ts"],
  ])("on Windows: %s", (text, shortened) => {
    expect(relativeTo("C:\\Users\\Ann\\shop")(text)).toBe(shortened);
  });

  test("stay relative to the directory that the earlier summary names", async () => {
    const previousSummary =
      "Paths are relative to /srv/shop.\n\n## Critical Context\n- src/old_1.ts: keeps oldValue_7";
    const items = reads(...["a", "b", "c", "d"].map((name) => `/home/ann/lib/src/${name}.ts`));
    const text = await summaryText({ items, previousSummary, maxTokens: 2_000 });
    expect(text.match(/^Paths are relative to .*$/gmu)).toEqual([
      "Paths are relative to /srv/shop.",
    ]);
    expect(text).toContain("src/old_1.ts");
    expect(text).toContain("/home/ann/lib/src/a.ts");
  });
});

/** Path tokens with a file of the generated histories. */
const FILE = /[\p{L}\p{N}_.:/\\-]*part_\d+\.ts/gu;

function filesIn(text: string): readonly string[] {
  return (text.match(FILE) ?? []).map((path) => path.replaceAll(/[\\/]+/gu, "/"));
}

const names = fc.constantFrom("src", "lib", "api", "my-app", "core.v2", "Überblick");
const roots = fc.constantFrom("/home/ann/shop", "/srv", "C:\\Users\\Ann\\shop", "D:\\work");
const files = fc.array(fc.tuple(fc.array(names, { maxLength: 3 }), fc.nat(9)), {
  minLength: 1,
  maxLength: 12,
});

const histories: fc.Arbitrary<readonly Item[]> = fc
  .record({ root: roots, files, forms: fc.array(fc.nat(5), { minLength: 12, maxLength: 12 }) })
  .map(({ root, files: all, forms }) => {
    const separator = root.includes("\\") ? "\\" : "/";
    const messages = all.flatMap(([directories, number], index) => {
      const inside = [...directories, `part_${number}.ts`].join(separator);
      const full = root + separator + inside;
      const callId = `call-${index}`;
      switch (forms[index]) {
        case 0:
          return run("read", { path: inside }, `export const value_${index} = 1;`, { callId });
        case 1:
          return run("read", { path: `${root}-old${separator}${inside}` }, "gone", { callId });
        case 2:
          return run("bash", { command: `cd ${root} && cat ${inside}` }, `see ${full}:12`, {
            callId,
          });
        case 3:
          return [userMessage(`Please open ${full} and file:///mnt${full.replaceAll("\\", "/")}.`)];
        default:
          return run("read", { path: full }, `{"path":${JSON.stringify(full)}}`, { callId });
      }
    });
    return itemsOf(messages);
  });

test("each path of a summary, of the next one and of both merged is in the history, as it is or below the named directory", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(histories, histories),
      fc.integer({ min: 60, max: 1_500 }),
      async ([items, later], maxTokens) => {
        const first = await summaryText({ items, maxTokens });
        const next = { items: later, maxTokens };
        const renewed = await summaryText({ ...next, previousSummary: first });
        const second = await summaryText({ ...next, earlierSummaries: [first] });
        const merged = await summaryText({ ...next, previousSummary: `${first}\n\n${second}` });
        const said = pathsSaid([...items, ...later]);
        for (const text of [first, renewed, second, merged])
          expect(lostPaths(text, said)).toEqual([]);
      },
    ),
    cases(300),
  );
});

function pathsSaid(items: readonly Item[]): ReadonlySet<string> {
  return new Set(
    items.flatMap(({ message }) => [
      ...filesIn(textOf(message)),
      ...toolCalls(message).flatMap((call) => filesIn(call.arguments)),
    ]),
  );
}

/** Returns the paths of a summary that nobody said, also not below the directory that it names. */
function lostPaths(text: string, said: ReadonlySet<string>): readonly string[] {
  const base = text
    .split("\n")
    .map(baseOfLine)
    .find((each) => each !== null);
  return filesIn(text).filter(
    (path) => !said.has(path) && !said.has(`${base?.replaceAll("\\", "/")}/${path}`),
  );
}
