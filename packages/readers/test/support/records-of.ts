type Json = Readonly<Record<string, unknown>>;

/** The records of a file, and how it contains them. */
export type FileRecords = {
  readonly records: readonly string[];
  readonly join: (records: readonly string[]) => string;
};

/** Splits an intact file into its records, independently of the readers. */
export function recordsOf(file: string): FileRecords {
  const document = parsed(file);
  if (document === undefined) return ofLines(file);
  if (Array.isArray(document)) return ofList(document, "[", "]");
  const { conversation, messages, ...header } = document as Json;
  const { info, system, ...facts } = header;
  const list = (conversation ?? messages) as readonly unknown[];
  const key = conversation === undefined ? "messages" : "conversation";
  if (info !== undefined) return ofDocument(info, list, (first) => `"info":${first},"${key}"`);
  if (facts["model"] !== undefined || Object.keys(facts).length === 0)
    return ofList(
      system === undefined ? list : [{ role: "system", content: system }, ...list],
      "[",
      "]",
    );
  return ofDocument(facts, list, (first) => `${first.slice(1, -1)},"${key}"`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A line of Cutpoint's log can contain several entries. */
function ofLines(file: string): FileRecords {
  const lines = file.split("\n").flatMap((line): readonly Json[] => {
    const record = parsed(line) as Json | undefined;
    return record === undefined ? [] : [record];
  });
  return {
    records: lines.flatMap(({ entries, ...record }) =>
      (Array.isArray(entries) ? entries : [{ ...record }]).map((each) => JSON.stringify(each)),
    ),
    join: (records) => records.map((record) => `${record}\n`).join(""),
  };
}

function ofList(list: readonly unknown[], start: string, end: string): FileRecords {
  return {
    records: list.map((each) => JSON.stringify(each)),
    join: (records) => `${start}${records.join(",")}${end}`,
  };
}

/** The first record has the facts of the session, the others are its messages. */
function ofDocument(
  first: unknown,
  list: readonly unknown[],
  start: (first: string) => string,
): FileRecords {
  return {
    records: [first, ...list].map((each) => JSON.stringify(each)),
    join: ([facts = "", ...records]) => `{${start(facts)}:[${records.join(",")}]}`,
  };
}
