import { defined, type JsonRecord, countIn, recordIn, textIn, textsIn, timeOf } from "../fields.ts";
import type { RecordedCompaction } from "../imported-session.ts";
import type { RecordTree } from "../record-tree.ts";

/** Returns the ids of the lines that a compaction kept. */
export function preservedLines(boundary: JsonRecord, tree: RecordTree): readonly string[] {
  const metadata = recordIn(boundary, "compactMetadata");
  const listed = textsIn(recordIn(metadata, "preservedMessages")["uuids"]);
  if (listed.length > 0) return listed;
  const segment = recordIn(metadata, "preservedSegment");
  return tree.between(textIn(segment, "headUuid"), textIn(segment, "tailUuid") ?? null);
}

/** The sizes, time and trigger that a boundary records. */
export function boundaryFacts(
  line: JsonRecord,
): Pick<RecordedCompaction, "trigger" | "tokensBefore" | "tokensAfter" | "at"> {
  const metadata = recordIn(
    line,
    line["subtype"] === "microcompact_boundary" ? "microcompactMetadata" : "compactMetadata",
  );
  const trigger = textIn(metadata, "trigger");
  const tokensBefore = countIn(metadata, "preTokens");
  const saved = countIn(metadata, "tokensSaved");
  return {
    trigger: trigger === "auto" || trigger === "manual" ? trigger : "unknown",
    ...defined({
      tokensBefore,
      tokensAfter:
        countIn(metadata, "postTokens") ??
        (tokensBefore === undefined || saved === undefined ? undefined : tokensBefore - saved),
      at: timeOf(line["timestamp"]),
    }),
  };
}

/** The calls whose results a micro-compaction emptied. */
export function clippedCalls(line: JsonRecord): readonly string[] {
  return textsIn(recordIn(line, "microcompactMetadata")["compactedToolIds"]);
}
