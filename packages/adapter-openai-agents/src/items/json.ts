export type JsonRecord = Readonly<Record<string, unknown>>;
