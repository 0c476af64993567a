const SETTINGS = [
  "enabled",
  "check",
  "windowTokens",
  "trigger",
  "targetTokens",
  "keepTokens",
  "keepShare",
  "keepTurns",
  "boundary",
  "carry",
  "prune",
  "fileBytes",
  "summaryTokens",
  "minimumProgress",
  "autoContinue",
  "empty429IsOverflow",
];

const PRUNING = ["protectTokens", "minimumSavings", "protectedTools", "superseded", "useless"];

/** What the documents that describe other systems call a setting, in small letters alone, and what it is here. */
const HINTS: Readonly<Record<string, string>> = {
  compaction: "give what stands under this key, without the key",
  reserve: '`trigger: { type: "reserve", tokens }` says it',
  reservetokens: '`trigger: { type: "reserve", tokens }` says it',
  threshold: '`trigger: { type: "share", share }` or `{ type: "tokens", tokens }` says it',
  keeprecent: "`keepTokens` says it",
  keeprecenttokens: "`keepTokens` says it",
  keeprecentturns: "`keepTurns` says it",
  contextwindow: "`windowTokens` says it",
  contextlimit: "`windowTokens` says it",
  maxtokens: "`windowTokens` says it",
  remoteendpoint: "a summarizer says where summaries are made; it is an option beside the policy",
  summarizer: "it is an option beside the policy",
  model: "the request names its model; `models` holds settings by model",
};

/** What would be right where a policy has a key that none has. */
export function policyKeyRemedy(key: string, path: readonly PropertyKey[]): string {
  const known = knownKeys(path);
  const hint = path.length === 0 || path[0] === "models" ? HINTS[plain(key)] : undefined;
  if (hint !== undefined) return `there is no such setting; ${hint}`;
  const nearest = nearestTo(key, known);
  if (nearest !== null) return `there is no such setting; did you mean \`${nearest}\`?`;
  return `there is no such setting; known here are ${known.join(", ")}`;
}

function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  switch (path.findLast((key) => typeof key === "string")) {
    case "trigger":
    case "of":
      return ["type", "tokens", "share", "items", "of"];
    case "carry":
      return ["humanTokens"];
    case "prune":
      return PRUNING;
    case undefined:
      return [...SETTINGS, "models"];
    default:
      return [...SETTINGS, "outputTokens", "requestBytes", "requestImages", "bindsThinking"];
  }
}

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** The known key that the fewest changes lead to, where that is at most a third of the letters. */
function nearestTo(key: string, known: readonly string[]): string | null {
  const [nearest] = known
    .map((name) => ({ name, changes: changesBetween(plain(key), plain(name)) }))
    .toSorted((left, right) => left.changes - right.changes);
  return nearest !== undefined && nearest.changes <= Math.ceil(nearest.name.length / 3)
    ? nearest.name
    : null;
}

/** How many letters must be put in, taken out or replaced to make one word of another. */
function changesBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (let index = 0; index < Math.min(from.length, 40); index += 1) {
    const next = [index + 1];
    for (let place = 0; place < to.length; place += 1) {
      const replaced = (row[place] ?? 0) + (from[index] === to[place] ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
