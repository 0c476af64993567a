import { fromUnits, toUnits } from "@cutpoint/host-kit";
import { responsesCodec } from "@cutpoint/host-kit/http";
import type OpenAI from "openai";
import { ANSWER } from "../../../conformance/test/support/adapter/app-host.ts";
import { itemsWith } from "../../../host-kit/test/support/items-with.ts";
import type { Api, Ask, Asked } from "./api.ts";
import { responsesSamples } from "./samples.ts";

type InputItem = OpenAI.Responses.ResponseInputItem;

/** Responses, with all items sent by the app. */
export const responses: Api<InputItem> = {
  samples: responsesSamples,
  roundTrip: (items) =>
    responsesCodec.join(
      toUnits(fromUnits(responsesCodec.split(items as never), responsesCodec), responsesCodec),
    ) as never,
  question: (content) => ({ role: "user", content }),
  result: (id, output) => ({ type: "function_call_output", call_id: id, output }),
  itemsOf: (items) => itemsWith(items as never, responsesCodec),
  written: (messages) => responsesCodec.join(toUnits(messages, responsesCodec)) as readonly never[],
  async ask(client, ask) {
    const params = paramsOf(ask);
    const { onText, signal } = ask;
    if (onText === undefined)
      return readResponse(await client.responses.create(params, { signal }));
    const events = await client.responses.create({ ...params, stream: true }, { signal });
    let last: OpenAI.Responses.Response | undefined;
    for await (const event of events) {
      if (event.type === "response.output_text.delta") onText(event.delta);
      if (event.type === "response.completed" || event.type === "response.failed")
        last = event.response;
    }
    if (last === undefined) throw new Error("the answer is incomplete");
    return readResponse(last);
  },
};

function readResponse({ error, output }: OpenAI.Responses.Response): Asked<InputItem> {
  if (error !== null) throw Object.assign(new Error(error.message), error);
  return {
    answer: output as readonly InputItem[],
    text: output
      .flatMap((item) => (item.type === "message" ? item.content : []))
      .map((part) => (part.type === "output_text" ? part.text : ""))
      .join(""),
    calls: output.flatMap((item) =>
      item.type === "function_call"
        ? [{ id: item.call_id, name: item.name, args: item.arguments }]
        : [],
    ),
  };
}

function paramsOf({
  sent,
  setting,
}: Ask<InputItem>): OpenAI.Responses.ResponseCreateParamsNonStreaming {
  const { feature, model, system, tools } = setting;
  return {
    model,
    input: [...sent],
    store: false,
    include: ["reasoning.encrypted_content"],
    ...(system === null ? {} : { instructions: system }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ description, name, parameters }) => ({
            type: "function",
            name,
            description,
            parameters: parameters as Record<string, unknown>,
            strict: false,
          })),
        }),
    ...(feature !== "structured-output"
      ? {}
      : { text: { format: { type: "json_schema", name: "answer", schema: ANSWER } } }),
  };
}
