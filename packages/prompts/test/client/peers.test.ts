import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

function peersOf(name: string): Readonly<Record<string, string>> {
  const path = new URL(`../../../${name}/package.json`, import.meta.url);
  const manifest = JSON.parse(readFileSync(path, "utf8")) as {
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  return manifest.peerDependencies;
}

test("the clients may have all versions that the adapters for them accept", () => {
  expect(peersOf("prompts")).toEqual({
    ...peersOf("adapter-anthropic"),
    ...peersOf("adapter-openai"),
  });
});
