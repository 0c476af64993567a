export type JsonRecord = Readonly<Record<string, unknown>>;

export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
