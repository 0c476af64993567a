import type { Player } from "../../../packages/eval/src/replay/player.ts";

/** A way to keep a conversation within a window. */
export type Way = {
  readonly name: string;
  /** Whether the window is large enough for its constants. */
  readonly fits: (windowTokens: number) => boolean;
  readonly play: (windowTokens: number) => Player;
};
