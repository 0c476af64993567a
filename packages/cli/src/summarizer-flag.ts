import type { Summarizer } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { type Complete, createModelSummarizer } from "@cutpoint/prompts";

/** Creates the summarizer that `--summarizer` names: `extractive`, `openai:<model>` or `anthropic:<model>`. */
export function parseSummarizer(value: string): Summarizer {
  if (value === "extractive") return createExtractiveSummarizer();
  const [, provider, model] = /^(openai|anthropic):(.+)$/u.exec(value) ?? [];
  if (model === undefined)
    throw invalidInput(
      "--summarizer",
      value,
      "expected extractive, openai:<model> or anthropic:<model>",
    );
  const complete = provider === "openai" ? completeWithOpenAI(model) : completeWithAnthropic(model);
  return createModelSummarizer({ name: value, complete });
}

function completeWithOpenAI(model: string): Complete {
  const key = variable("OPENAI_API_KEY");
  const url = `${process.env["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1"}/chat/completions`;
  return async ({ prompt, system }, { maxTokens, signal }) => {
    const messages = [
      { role: "system", content: system },
      { role: "user", content: prompt },
    ];
    const body = { model, messages, max_completion_tokens: maxTokens };
    const answer = (await post(url, { authorization: `Bearer ${key}` }, { body, signal })) as {
      readonly choices?: readonly {
        readonly message?: { readonly content?: string | null };
        readonly finish_reason?: string | null;
      }[];
    };
    const [choice] = answer.choices ?? [];
    return { text: choice?.message?.content ?? "", stopReason: choice?.finish_reason ?? null };
  };
}

function completeWithAnthropic(model: string): Complete {
  const key = variable("ANTHROPIC_API_KEY");
  const url = `${process.env["ANTHROPIC_BASE_URL"] ?? "https://api.anthropic.com"}/v1/messages`;
  return async ({ prompt, system }, { maxTokens, signal }) => {
    const messages = [{ role: "user", content: prompt }];
    const body = { model, system, messages, max_tokens: maxTokens };
    const headers = { "x-api-key": key, "anthropic-version": "2023-06-01" };
    const answer = (await post(url, headers, { body, signal })) as {
      readonly content?: readonly { readonly text?: string }[];
      readonly stop_reason?: string | null;
    };
    const text = (answer.content ?? []).map((block) => block.text ?? "").join("");
    return { text, stopReason: answer.stop_reason ?? null };
  };
}

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  { body, signal }: { readonly body: object; readonly signal: AbortSignal },
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal,
    // The key and the conversation stay at the origin of the URL.
    redirect: "error",
  });
  if (response.ok) return response.json();
  const text = (await response.text()).slice(0, 300);
  throw Object.assign(new Error(`${url} answered ${response.status}: ${text}`), {
    status: response.status,
    headers: response.headers,
  });
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "")
    throw new Error(`${name} is not set: expected an API key`);
  return value;
}
