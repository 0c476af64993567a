/** Texts of one language, format or program output. */
export type TextKind = {
  readonly name: string;
  /** Weight in the fit and in the mean. Default: 1. */
  readonly weight?: number;
  readonly documents: () => readonly string[];
};
