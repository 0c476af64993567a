import { textOf } from "@cutpoint/core";
import { expect, test } from "vitest";
import { liveItems, readSession } from "../src/index.ts";

/** Reads user messages of a rollout and returns their provenance and text. */
async function readUserMessages(...contents: readonly (readonly string[])[]) {
  const timestamp = "2026-06-18T07:41:33.518Z";
  const meta = { timestamp, type: "session_meta", payload: { id: "x", cwd: "/", timestamp } };
  const messages = contents.map((texts) => ({
    timestamp,
    type: "response_item",
    payload: {
      type: "message",
      role: "user",
      content: texts.map((text) => ({ type: "input_text", text })),
    },
  }));
  const lines = [meta, ...messages].map((record) => `${JSON.stringify(record)}\n`);
  const { items } = (await readSession(lines.join(""))).threads[0]!;
  return items.map(({ message }) => [
    message.role === "user" && message.provenance,
    textOf(message),
  ]);
}

test("output and notes that the program stores as user messages are synthetic", async () => {
  const output =
    "<user_shell_command><command>cat x</command><result>1</result></user_shell_command>";
  const note = "<subagent_notification>done</subagent_notification>";
  expect(
    await readUserMessages(
      [output],
      [note],
      ["<environment_context>a</environment_context>", "Go."],
    ),
  ).toEqual([
    ["synthetic", output],
    ["synthetic", note],
    ["synthetic", "<environment_context>a</environment_context>"],
    ["user", "Go."],
  ]);
});

test("the answer with a local summary is abandoned", async () => {
  const timestamp = "2026-06-18T07:41:33.518Z";
  const message = (role: string, type: string, text: string): object => ({
    type: "response_item",
    payload: { type: "message", role, content: [{ type, text }] },
  });
  const lines = [
    { type: "session_meta", payload: { id: "x", cwd: "/" } },
    message("user", "input_text", "The port is 4711."),
    message("assistant", "output_text", "Noted."),
    { type: "event_msg", payload: { type: "token_count", info: null } },
    message("assistant", "output_text", "The user named a port."),
    { type: "compacted", payload: { message: "Here is the summary:\nThe user named a port." } },
    message("user", "input_text", "Go on."),
  ].map((record) => `${JSON.stringify({ timestamp, ...record })}\n`);
  const { threads } = await readSession(lines.join(""));
  expect(
    threads
      .map(liveItems)
      .flat()
      .map(({ message }) => textOf(message)),
  ).toEqual(["The port is 4711.", "Noted.", "Go on."]);
});
