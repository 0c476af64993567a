import { expect, test } from "vitest";
import { toolsOf } from "../../src/http/tools-of.ts";

test("tools of each provider are told from schemas of answers and from what only the provider reads", () => {
  const tools = [
    { type: "function", function: { name: "look" } },
    { type: "function", name: "look" },
    { type: "web_search" },
    { name: "look", input_schema: { type: "object" } },
    { type: "mcp_toolset", mcp_server_name: "shop" },
  ];
  const others = [
    { type: "json_schema", name: "answer", schema: {} },
    { format: { type: "json_schema", schema: {} } },
    { type: "compaction", encrypted_content: "" },
    { role: "user", content: [{ type: "compaction", content: "" }] },
  ];
  expect(toolsOf([...tools, ...others])).toEqual({ tools });
  expect([toolsOf(others), toolsOf(undefined)]).toEqual([{}, {}]);
});
