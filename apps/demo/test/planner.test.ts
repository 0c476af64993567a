import { describe, expect, test } from "vitest";
import type { ChatMessage } from "../src/chat.ts";
import { type Decision, decide } from "../src/planner.ts";
import { states } from "../src/ground-truth.ts";
import { openQuestions, wording } from "../src/questions.ts";
import { statementOf, type ToolRequest } from "../src/sight.ts";

function next(messages: readonly ChatMessage[]): Decision {
  return decide({ messages, tools: [] }, { pageLines: 10 });
}

function asked(text: string): ChatMessage {
  return { role: "user", content: text };
}

/** A finished call with its result. */
function made(request: ToolRequest, result: string, id = "a"): readonly ChatMessage[] {
  return [
    { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: request }] },
    { role: "tool", tool_call_id: id, content: result },
  ];
}

function callsOf(decision: Decision): readonly ToolRequest[] {
  return decision.type === "calls" ? decision.calls : [];
}

const version = asked("Question 7: Which version of zod is installed for packages/core?");

describe("the planner", () => {
  test("decides from the messages alone: a result that is not in them is called for", () => {
    const [list] = callsOf(next([version]));
    expect(list).toMatchObject({ name: "list_files" });
    const listed = made(list!, "package.json  9");
    const [read] = callsOf(next([version, ...listed]));
    expect(read).toMatchObject({ name: "read_file" });
    const manifest = made(read!, '3\t  "version": "9.8.7",', "b");
    expect(next([version, ...listed, ...manifest])).toEqual({
      type: "answer",
      text: "Finding 7: zod is installed for packages/core in version 9.8.7.",
    });
    expect(callsOf(next([version, ...listed]))).toEqual([read]);
  });

  test("concludes from what the result says, whatever the disk holds", () => {
    const [list] = callsOf(next([version]));
    const [read] = callsOf(next([version, ...made(list!, "")]));
    for (const found of ["1.0.0", "0.0.1-alpha"])
      expect(next([version, ...made(read!, `"version": "${found}"`)])).toMatchObject({
        text: expect.stringContaining(`version ${found}.`) as string,
      });
  });

  test("counts a glance as done if a later step is visible", () => {
    const [list] = callsOf(next([version]));
    const [read] = callsOf(next([version, ...made(list!, "")]));
    expect(next([version, ...made(read!, '"version": "1.0.0"')]).type).toBe("answer");
  });

  test("reads on after the pages that a compaction has taken away", () => {
    const line = asked('Question 2: On which line of a.txt does "needle" first occur?');
    const [size] = callsOf(next([line]));
    const sized = made(size!, "exit code 0\n35 a.txt\n");
    const [first] = callsOf(next([line, ...sized]));
    expect(JSON.parse(first!.arguments)).toEqual({ path: "a.txt", from_line: 1, to_line: 10 });
    const third = { name: "read_file", arguments: '{"path":"a.txt","from_line":21,"to_line":30}' };
    const [fourth] = callsOf(next([line, ...sized, ...made(third, "a.txt lines", "c")]));
    expect(JSON.parse(fourth!.arguments)).toEqual({ path: "a.txt", from_line: 31, to_line: 35 });
    const found = made(third, "a.txt lines 21-30 of 35\n24\tsome needle", "c");
    expect(next([line, ...sized, ...found])).toMatchObject({
      text: 'Finding 2: "needle" first occurs on line 24 of a.txt.',
    });
  });

  test("works on the newest question, also if only a summary contains it", () => {
    const summary = asked(
      "Summary of the beginning\nQuestion 8: Which version of chai is installed for the repository?\nQuestion 7: Which version of zod is installed for packages/core?",
    );
    expect(callsOf(next([summary]))[0]!.arguments).toContain('"node_modules/chai"');
    expect(callsOf(next([summary, asked("Question 9: Which version of Node.js runs?")]))).toEqual([
      { name: "run_command", arguments: '{"command":"node --version"}' },
    ]);
  });

  test("answers a late question from the context if it contains the finding", () => {
    const recall = asked("Question 30: what did you find for question 3, the longest file?");
    const said: ChatMessage = {
      role: "assistant",
      content: "Finding 3: a.ts is it, with 9 lines.",
    };
    expect(next([said, recall])).toEqual({
      type: "answer",
      text: "Finding 30: a.ts is it, with 9 lines.",
    });
  });

  test("searches the log if the context contains no finding, or only its beginning", () => {
    const recall = asked("Question 30: what did you find for question 3, the longest file?");
    const query = { name: "search_history", arguments: '{"query":"Finding 3:"}' };
    expect(callsOf(next([asked("Question 3: Which?"), recall]))).toEqual([query]);
    const cut: ChatMessage = { role: "assistant", content: "Finding 3: a.ts is it, with…" };
    expect(callsOf(next([cut, recall]))).toEqual([query]);
    const result = "1 of 9 messages\n\nmessage 4, assistant:\nFinding 3: b.ts is it.";
    expect(next([recall, ...made(query, result)])).toMatchObject({
      text: "Finding 30: b.ts is it.",
    });
  });

  test("knows a procedure for every question of the demo", () => {
    const numbers = new Set(Array.from({ length: 100 }, (_, index) => index + 1));
    for (const question of [...openQuestions(new Set(), 0), ...openQuestions(numbers, 100)])
      expect(next([asked(wording(question))]), question.text).toMatchObject({ type: "calls" });
  });

  test("reports a question without a procedure", () => {
    expect(next([asked("Question 1: What is the weather?")])).toMatchObject({
      type: "answer",
      text: expect.stringContaining("I have no procedure") as string,
    });
  });
});

test.each([
  ["Finding 1: a.ts.", 1, "a.ts."],
  ["well\nFinding 1: version 4.0.1.\nmore", 1, "version 4.0.1."],
  ["- Finding 1: in a list.", 1, "in a list."],
  ["- Finding 1: a.ts. … Finding 2: b.ts.", 1, "a.ts."],
  ["Finding 11: a.ts.", 1, null],
  ["Finding 1: version 4.0", 1, null],
])("the statement in %j", (text, number, statement) => {
  expect(statementOf([text], number)).toBe(statement);
});

test.each([
  ["zod is installed in version 4.6.7.", ["4.6.7"], true],
  ["version v24.9.0.", ["24.9.0"], true],
  ["version 4.6.71", ["4.6.7"], false],
  ["version 14.6.7", ["4.6.7"], false],
  ["with 1,234 lines", ["1234"], true],
  ["with 234 lines", ["1234"], false],
  ["a/mark.ts is the one, with 9 lines", ["a/mark.ts", "9"], true],
  ["a/mark.ts is the one", ["a/mark.ts", "9"], false],
])("%j states %j: %s", (answer, facts, is) => {
  expect(states(answer, facts)).toBe(is);
});
