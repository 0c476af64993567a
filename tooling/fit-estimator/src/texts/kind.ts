/** Texts of one sort: a language, a format, a program's output. */
export type TextKind = {
  readonly name: string;
  /** How much it weighs in the fit and in the mean, by default 1. */
  readonly weight?: number;
  readonly documents: () => readonly string[];
};
