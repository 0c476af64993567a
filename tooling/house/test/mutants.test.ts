import { expect, test } from "vitest";
import { applyMutant, mutantsOf, sampleOf } from "../src/mutation/mutants.ts";

const TEXT = `// a < b
import { a } from "a";
export const f = (a: number, b: number): boolean => a < b && a !== 0;
if (a > b) throw new Error("a > b");
return true;`;

test("each occurrence of an operator in code is a mutant of one line", () => {
  const mutants = mutantsOf("f.ts", TEXT);
  expect(mutants.map(({ line, after }) => `${line} ${after.trim()}`)).toEqual([
    "3 export const f = (a: number, b: number): boolean => a <= b && a !== 0;",
    "3 export const f = (a: number, b: number): boolean => a < b && a === 0;",
    "3 export const f = (a: number, b: number): boolean => a < b || a !== 0;",
    "5 return false;",
  ]);
  const [first] = mutants;
  if (first === undefined) throw new Error("there is no mutant");
  expect(applyMutant(TEXT, first)).toBe(TEXT.replace("=> a < b", "=> a <= b"));
});

test("a sample depends on the seed only and takes nothing twice", () => {
  const values = Array.from({ length: 50 }, (_, index) => index);
  const sample = sampleOf(values, 20, 1);
  expect(sampleOf(values, 20, 1)).toEqual(sample);
  expect(sampleOf(values, 20, 2)).not.toEqual(sample);
  expect(new Set(sample).size).toBe(20);
  expect(sampleOf(values, 99, 1).toSorted((left, right) => left - right)).toEqual(values);
});
