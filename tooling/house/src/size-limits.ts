/** A part of a package, and the most files and lines that it may have. */
export type SourceLimit = {
  readonly part: string;
  /** The folder of the package, from the root. */
  readonly folder: string;
  /** Files, and folders with a slash at the end, from the package's folder. */
  readonly paths: readonly string[];
  readonly maxFiles: number;
  readonly maxLines: number;
};

/** An entry, by the name of its API report, and the most names that it may export. */
export type EntryLimit = {
  readonly report: string;
  readonly maxValues: number;
  readonly maxTypes: number;
};

/** Each source of a package that is named here belongs to one part. */
export const SOURCE_LIMITS: readonly SourceLimit[] = [
  {
    part: "core",
    folder: "packages/core",
    paths: [
      "src/model/",
      "src/log/",
      "src/tokens/",
      "src/digest/",
      "src/plan/",
      "src/summarize/",
      "src/compactor/",
      "src/session/",
      "src/index.ts",
      "src/schema.ts",
      "src/store.ts",
      "src/models.ts",
    ],
    maxFiles: 198,
    maxLines: 15_700,
  },
];

export const ENTRY_LIMITS: readonly EntryLimit[] = [
  { report: "core", maxValues: 72, maxTypes: 157 },
];
