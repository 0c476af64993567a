import { get_encoding } from "tiktoken";

/** Counts o200k_base tokens, with special tokens as plain text. `free` releases its memory. */
export type ExactCounter = { readonly count: (text: string) => number; readonly free: () => void };

export function createExactCounter(): ExactCounter {
  const encoding = get_encoding("o200k_base");
  return {
    count: (text) => encoding.encode_ordinary(text).length,
    free: () => encoding.free(),
  };
}
