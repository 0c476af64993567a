import { assistantMessage, compactMessages, userMessage, toolMessage } from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";

const messages = Array.from({ length: 50 }, (_, turn) => {
  const call = { callId: `call-${turn}`, name: "read", arguments: `{"path":"src/${turn}.ts"}` };
  return [
    userMessage(`What does file ${turn} hold?`),
    assistantMessage("", [call]),
    toolMessage(call, `export const answer${turn} = ${turn};\n`.repeat(20)),
    assistantMessage(`File ${turn} exports answer${turn}.`),
  ];
}).flat();

const summarizer = createExtractiveSummarizer();
const options = { budgetTokens: 4_000, summarizer };
const { messages: fitting, receipt } = await compactMessages(messages, options);
console.log(`${messages.length} messages became ${fitting.length}:`, receipt);
