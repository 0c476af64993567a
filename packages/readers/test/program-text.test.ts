import { textOf } from "@cutpoint/core";
import { expect, test } from "vitest";
import { readSession } from "../src/index.ts";

const NOTE = "[Request interrupted by user for tool use]";

const said = [
  { role: "user", content: "Port the parser." },
  { role: "assistant", content: "I begin." },
  { role: "user", content: NOTE },
  { role: "user", content: `<my-tag>Stop.</my-tag>\n\n${NOTE}` },
];

test.each([
  ["Chat Completions", said],
  [
    "the Messages API",
    said.map(({ content, role }) => ({ role, content: [{ type: "text", text: content }] })),
  ],
])(
  "notes that a person stopped the model are no words of a user in %s",
  async (_name, messages) => {
    const session = await readSession(JSON.stringify(messages));
    const shown = (session.threads[0]?.items ?? []).flatMap(({ message }) =>
      message.role === "user" ? [[message.provenance, textOf(message)]] : [],
    );
    expect(shown).toEqual([
      ["user", "Port the parser."],
      ["synthetic", NOTE],
      ["user", "<my-tag>Stop.</my-tag>"],
      ["synthetic", NOTE],
    ]);
  },
);
