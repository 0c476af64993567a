/** What a tool call put out for its user to look at. */
export type ArtifactRecord = {
  readonly path: string;
  readonly mime: string | null;
  readonly visibility: string | null;
  readonly sourcesUsed: readonly string[];
};

/** One search, or one read of a memory, with what it found. */
export type SearchRecord = {
  readonly tool: string;
  readonly query: string;
  readonly paths: readonly string[];
  readonly turnIds: readonly string[];
};

/** One command that was run; `exitCode` is `null` where the result does not tell. */
export type CommandRecord = {
  readonly command: string;
  readonly exitCode: number | null;
  readonly files: readonly string[];
};

/** Something that the view no longer shows in full, with the text that stands in its place. */
export type HiddenRecord = { readonly id: string; readonly replacement: string };

/**
 * What rules can say about everything that compactions have covered: data, cumulative, each list bounded and newest
 * last.
 *
 * A path that was modified is not listed under `filesRead`.
 */
export type Digest = {
  readonly filesRead: readonly string[];
  readonly filesModified: readonly string[];
  readonly artifacts: readonly ArtifactRecord[];
  readonly searches: readonly SearchRecord[];
  readonly commands: readonly CommandRecord[];
  readonly hidden: readonly HiddenRecord[];
};
