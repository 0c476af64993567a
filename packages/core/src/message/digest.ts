/** A file that a tool call produced for the user. */
export type ArtifactRecord = {
  readonly path: string;
  readonly mime: string | null;
  readonly visibility: string | null;
  readonly sourcesUsed: readonly string[];
};

/** One search or memory read, with the paths and turns that it found. */
export type SearchRecord = {
  readonly tool: string;
  readonly query: string;
  readonly paths: readonly string[];
  readonly turnIds: readonly string[];
};

/** One command; `exitCode` is `null` if the result does not contain it. */
export type CommandRecord = {
  readonly command: string;
  readonly exitCode: number | null;
  readonly files: readonly string[];
};

/** Content that the view no longer shows in full, with the text that replaces it. */
export type HiddenRecord = { readonly id: string; readonly replacement: string };

/**
 * Facts about compacted items, extracted by rules. Each list is bounded and has the newest entry last. A modified path
 * is not listed under `filesRead`.
 */
export type Digest = {
  readonly filesRead: readonly string[];
  readonly filesModified: readonly string[];
  readonly artifacts: readonly ArtifactRecord[];
  readonly searches: readonly SearchRecord[];
  readonly commands: readonly CommandRecord[];
  readonly hidden: readonly HiddenRecord[];
};
