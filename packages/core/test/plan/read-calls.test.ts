import { expect, test } from "vitest";
import { assistantMessage, type Message, toolMessage } from "../../src/message/message.ts";
import { supersededReads } from "../../src/plan/read-calls.ts";

const POINTER =
  "[Unchanged since it was read above: a.ts. Not shown again; read it once more where it is no longer to be seen.]";

function read(callId: string, text: string): readonly Message[] {
  const call = { callId, name: "read", arguments: '{"path":"a.ts"}' };
  return [assistantMessage("", [call]), toolMessage(call, text)];
}

test("a pointer to an earlier read does not supersede it", () => {
  const messages = [...read("a", "one"), ...read("b", POINTER), ...read("c", "two")];
  const items = messages.map((message, index) => ({ id: String(index), message }));
  expect([...supersededReads(items.slice(0, 4))]).toEqual([]);
  expect([...supersededReads(items)]).toEqual(["1"]);
});
