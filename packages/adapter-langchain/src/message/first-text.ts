export type JsonRecord = Readonly<Record<string, unknown>>;

/** Returns the first value that is a non-empty text. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === "string" && value !== "");
}
