import { expect, test } from "vitest";
import { platformImports } from "../src/platform-imports.ts";

test.each([
  'import { readFile } from "node:fs/promises";',
  'import fs from "fs";',
  'export { join } from "path";',
  'const os = await import("node:os");',
])("%s exists in Node only", (text) => {
  expect(platformImports([["dist/a.js", text]])).toHaveLength(1);
});

test("other imports and similar text are accepted", () => {
  const text = 'import limit from "p-limit";\nimport "./log.js";\nexport const text = "node:fs";\n';
  expect(platformImports([["dist/a.js", text]])).toEqual([]);
});
