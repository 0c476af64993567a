import { MODEL_DATA } from "./model-data.ts";
import type { ModelLimits, ModelPrices } from "./model-limits.ts";

/** The models of {@link MODEL_DATA} by name, in lower case. */
export const KNOWN_MODELS: Readonly<Record<string, ModelLimits>> = Object.fromEntries(
  MODEL_DATA.trim().split("\n").flatMap(readRow),
);

function readRow(row: string): readonly (readonly [name: string, limits: ModelLimits])[] {
  const [names = "", ...cells] = row.split(" ");
  const [window, output, images, bytes, short, long, binding, cost, ...steps] = cells;
  const limits: ModelLimits = {
    windowTokens: Number(window),
    outputTokens: Number(output),
    ...(isKnown(images) ? { requestImages: Number(images) } : {}),
    ...(isKnown(bytes) ? { requestBytes: Number(bytes) } : {}),
    ...(isKnown(short) && isKnown(long)
      ? { cacheTtlMs: { short: Number(short) * 1000, long: Number(long) * 1000 } }
      : {}),
    ...(isKnown(binding) ? { bindsThinking: binding === "bound" } : {}),
    ...(isKnown(cost) ? { prices: { ...readPrices(cost), ...readSteps(steps) } } : {}),
  };
  return names.split(",").map((name) => [name, limits]);
}

function isKnown(cell: string | undefined): cell is string {
  return cell !== undefined && cell !== "-";
}

function readSteps(steps: readonly string[]): Pick<NonNullable<ModelLimits["prices"]>, "above"> {
  if (steps.length === 0) return {};
  return {
    above: steps.map((step) => {
      const [inputTokens = "", cost = ""] = step.split(":");
      return { inputTokens: Number(inputTokens), ...readPrices(cost) };
    }),
  };
}

function readPrices(cost: string): ModelPrices {
  const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0] = cost.split("/").map(Number);
  return {
    input,
    output,
    ...(cacheRead > 0 ? { cacheRead } : {}),
    ...(cacheWrite > 0 ? { cacheWrite } : {}),
  };
}
