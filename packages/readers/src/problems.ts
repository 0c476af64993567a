import type { Problem, ProblemCode } from "./imported-session.ts";

/** Counts problems instead of throwing. */
export type Problems = {
  /** Sets the line that the next reports belong to; 0 for the whole file. */
  readonly moveTo: (line: number) => void;
  readonly report: (code: ProblemCode) => void;
  readonly list: () => readonly Problem[];
};

export function createProblems(): Problems {
  const found = new Map<ProblemCode, Problem>();
  let current = 0;
  return {
    moveTo(line) {
      current = line;
    },
    report(code) {
      const { line = current, count = 0 } = found.get(code) ?? {};
      found.set(code, { code, line, count: count + 1 });
    },
    list: () => [...found.values()].toSorted((left, right) => left.line - right.line),
  };
}
