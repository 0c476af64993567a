import { isRecord } from "@cutpoint/core/kit";
import { detectFormat } from "./detect.ts";
import { messagesIn } from "./messages-in.ts";
import type { Format, Reader } from "./reader.ts";
import type { LoopFormat } from "./record-loop.ts";

/** Reads files with one conversation per line, such as training data. Each one is a thread. */
export function conversationLines(): LoopFormat {
  const readers: Reader[] = [];
  let open: Format["createReader"] | null = null;
  return {
    split(record) {
      const messages = messagesIn(record) ?? [];
      const format = detectFormat(messages.filter(isRecord));
      if (format === null || typeof format === "string") return null;
      open = format.createReader;
      return messages;
    },
    createReader: (problems) => ({
      add(message) {
        if (open !== null) readers.push(open(problems));
        open = null;
        return readers.at(-1)?.add(message) ?? "unknown-type";
      },
      finish() {
        const results = readers.map((reader) => reader.finish());
        return {
          source: results[0]?.source ?? { format: "openai-chat" },
          threads: results.flatMap(({ threads }, index) =>
            threads.map((thread) => ({ ...thread, id: `line-${index + 1}` })),
          ),
        };
      },
    }),
  };
}
