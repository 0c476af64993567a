import { createModelCatalog, modelCatalog } from "@cutpoint/core/models";
import { describe, expect, test } from "vitest";
import { knownModelsSource } from "../src/known-models.ts";

/** The models and their numbers that a source text tells, whatever its layout. */
function rowsOf(source: string): readonly string[] {
  return [...source.matchAll(/"([^"]+)":\s*\{([^}]*)\}/gu)].map(
    ([, name, limits]) => `${name} ${limits?.match(/\d+/gu)?.join(" ")}`,
  );
}

describe("the catalogue of models", () => {
  test("the table in core is what the program writes", () => {
    const rows = rowsOf(knownModelsSource());
    expect(rows.length).toBeGreaterThan(50);
    for (const row of rows) {
      const [name = "", window, output] = row.split(" ");
      const limits = modelCatalog(name);
      expect([limits?.windowTokens, limits?.outputTokens ?? 0]).toEqual([
        Number(window),
        Number(output ?? 0),
      ]);
    }
  });

  test("a model is found by its name, with a provider before it or a date behind it", () => {
    const catalog = createModelCatalog({ "some-model": { windowTokens: 1000 } });
    for (const name of [
      "some-model",
      "vendor/some-model",
      "some-model-2026-01-31",
      "some-model-20260131",
      "some-model-latest",
    ])
      expect(catalog(name)).toEqual({ windowTokens: 1000 });
  });

  test("what is not known is said so, never guessed from a name that looks alike", () => {
    const catalog = createModelCatalog({ "some-model": { windowTokens: 1000 } });
    for (const name of ["some", "some-model-mini", "some-model.5", "toString", ""])
      expect(catalog(name)).toBeNull();
  });
});
