import type { CompactionEvent } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { type CompactionProgress, compactionProgress, isCompactionStep } from "@cutpoint/host-kit";
import { generateId } from "ai";

/** A data part of a chat message. The end of a compaction replaces its start. */
export type CompactionDataPart = {
  readonly type: "data-compaction";
  readonly id: string;
  readonly data: CompactionProgress;
};

/**
 * Returns a function for `onEvent` that shows compactions in a stream of `createUIMessageStream`.
 *
 * The parts have the statuses `near-limit`, `started`, its end, for example `applied`, and `recovered`. Create one for
 * each stream. The end of a compaction that started before is not shown.
 *
 * @throws `invalid-input` if there is no writer
 */
export function writeCompactionData(writer: {
  write(part: CompactionDataPart): void;
}): (event: CompactionEvent) => void {
  if (typeof writer?.write !== "function")
    throw invalidInput("writer", writer, "expected the writer of createUIMessageStream");
  let id = "";
  return (event) => {
    const data = compactionProgress(event);
    if (data === null) return;
    if (data.status === "started" || !isCompactionStep(data)) id = generateId();
    if (id === "") return;
    writer.write({ type: "data-compaction", id, data });
    if (data.status !== "started") id = "";
  };
}
