import type { Policy } from "@cutpoint/core";

/** A size in LangChain's words. A trigger is reached if all its numbers are; a size to keep has one of them. */
type ContextSize = {
  readonly tokens?: number;
  readonly messages?: number;
  /** A share of the window, above 0 and at most 1. */
  readonly fraction?: number;
};

/** When to compact and how much to keep, in the words of LangChain's `summarizationMiddleware`. */
export type CompactionSizes = {
  /** One trigger, or several of which one must be reached. Default: that of the policy. */
  readonly trigger?: ContextSize | readonly ContextSize[] | undefined;
  /** The newest messages to keep; `{ messages: 0 }` keeps the newest one. Default: that of the policy. */
  readonly keep?: ContextSize | undefined;
};

/** Returns a policy with the trigger and the size to keep of other settings, which take precedence. */
export function withSizes(policy: Policy, { keep, trigger }: CompactionSizes): Policy {
  return {
    ...policy,
    ...(keep === undefined ? {} : { keep: keptSize(keep) }),
    ...(trigger === undefined ? {} : { trigger: anyOf([trigger].flat()) }),
  };
}

type Trigger = NonNullable<Policy["trigger"]>;
type Keep = NonNullable<Policy["keep"]>;

function anyOf(sizes: readonly ContextSize[]): Trigger {
  return combined("any", sizes.map(allOf));
}

function allOf({ fraction, messages, tokens }: ContextSize): Trigger {
  const of: readonly Trigger[] = [
    ...(tokens === undefined ? [] : [{ type: "tokens" as const, tokens }]),
    ...(messages === undefined ? [] : [{ type: "items" as const, items: messages }]),
    ...(fraction === undefined ? [] : [{ type: "share" as const, share: fraction }]),
  ];
  return combined("all", of);
}

function keptSize({ fraction, messages, tokens }: ContextSize): Keep {
  if (messages !== undefined) return { type: "items", items: messages === 0 ? 1 : messages };
  return tokens === undefined
    ? { type: "share", share: fraction ?? 1 }
    : { type: "tokens", tokens };
}

/** A trigger alone keeps its place, so that errors and events call it `trigger.tokens` as the app does. */
function combined(type: "all" | "any", of: readonly Trigger[]): Trigger {
  const [first] = of;
  return first !== undefined && of.length === 1 ? first : { type, of };
}
