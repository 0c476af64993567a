import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Prices in US dollars per million tokens. */
type SourcePrices = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
};

/** Fields of a model in `@earendil-works/pi-ai` that are used here. */
export type SourceModel = {
  readonly id: string;
  readonly type: string;
  readonly contextWindow: number;
  readonly maxTokens: number;
  readonly cost: SourcePrices & {
    readonly tiers?: readonly (SourcePrices & { readonly inputTokensAbove: number })[];
  };
  /** In seconds. */
  readonly promptCache?: { readonly short: number; readonly long: number };
  readonly inputLimits?: {
    readonly maxRequestBytes?: number;
    readonly images?: { readonly maxPerRequest?: number };
  };
};

const packageFolder = join(
  dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-ai"))),
  "..",
);

/** Returns the source with its version: `@earendil-works/pi-ai 1.5.2`. */
export function sourceName(): string {
  const { name, version } = JSON.parse(
    readFileSync(join(packageFolder, "package.json"), "utf8"),
  ) as {
    readonly name: string;
    readonly version: string;
  };
  return `${name} ${version}`;
}

/** Reads the chat models of a provider. */
export function readProvider(provider: string): readonly SourceModel[] {
  const path = join(packageFolder, "dist/providers/data", `${provider}.json`);
  const interfaces = JSON.parse(readFileSync(path, "utf8")) as Readonly<
    Record<string, Readonly<Record<string, SourceModel>>>
  >;
  return Object.values(interfaces)
    .flatMap((models) => Object.values(models))
    .filter(({ type }) => type === "chat");
}
