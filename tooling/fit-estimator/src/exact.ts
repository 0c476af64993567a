import { get_encoding } from "tiktoken";

/** Counts tokens exactly, as o200k_base has them, special tokens as plain text; `free` gives the memory back. */
export type ExactCounter = { readonly count: (text: string) => number; readonly free: () => void };

export function createExactCounter(): ExactCounter {
  const encoding = get_encoding("o200k_base");
  return {
    count: (text) => encoding.encode_ordinary(text).length,
    free: () => encoding.free(),
  };
}
