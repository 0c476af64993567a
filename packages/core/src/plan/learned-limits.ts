import type { ReportedLimit } from "@cutpoint/provider-errors";
import { getOwn } from "../message/json.ts";
import { type CompactionState, emptyState, type LearnedLimits } from "../message/state.ts";
import type { FileCounts } from "../tokens/file-tokens.ts";
import type { Window } from "../tokens/window.ts";
import type { FileLimits } from "./policy.ts";

const MAX_MODELS = 8;
/** A smaller number may be something else than a window, unless the size of the request was reported with it. */
const LEAST_WINDOW = 1_000;

const FIELDS: Partial<Readonly<Record<ReportedLimit["unit"], keyof LearnedLimits>>> = {
  tokens: "windowTokens",
  bytes: "requestBytes",
  images: "requestImages",
  files: "requestFiles",
  messages: "requestMessages",
};

/** Returns the state with a limit that a provider reported for a model; the same state if there is nothing to learn. */
export function learnLimit(
  state: CompactionState | null,
  model = "",
  reported: ReportedLimit | null,
): CompactionState | null {
  const field = reported === null ? undefined : FIELDS[reported.unit];
  if (reported === null || field === undefined) return state;
  const { asked, limit } = reported;
  const known = learnedLimits(state, model);
  const isDoubtful = field === "windowTokens" && asked === null && limit < LEAST_WINDOW;
  if (isDoubtful || limit >= (known[field] ?? Number.POSITIVE_INFINITY)) return state;
  const { [model]: _known, ...others } = state?.limits ?? {};
  const kept = Object.entries(others).slice(1 - MAX_MODELS);
  const limits = Object.fromEntries([...kept, [model, { ...known, [field]: limit }]]);
  return { ...(state ?? emptyState()), limits };
}

/** Returns the limits that were reported for a model. */
export function learnedLimits(state: CompactionState | null, model = ""): LearnedLimits {
  return getOwn(state?.limits ?? {}, model) ?? {};
}

/** Returns a window, or the reported one if it is smaller. */
export function limitWindow(window: Window, { windowTokens }: LearnedLimits): Window {
  if (windowTokens === undefined || windowTokens >= (window.tokens ?? Number.POSITIVE_INFINITY))
    return window;
  const workingTokens = Math.min(windowTokens, window.workingTokens ?? windowTokens);
  return { tokens: windowTokens, source: "reported", workingTokens };
}

/** How much of the files is left out after a refusal for bytes that names no size of the request. */
const UNKNOWN_EXCESS = 0.5;
/** More than the excess is left out, since text counts too. */
const SPARE = 1.1;

/** Returns the limits for files after a refusal: those that were reported, for the files of the request. */
export function limitFiles(
  limits: FileLimits,
  reported: ReportedLimit | null,
  counts: FileCounts,
): FileLimits {
  if (reported === null) return limits;
  const { asked, limit, unit } = reported;
  const documents = counts.files - counts.images;
  switch (unit) {
    case "bytes": {
      const excess = asked === null ? counts.bytes * UNKNOWN_EXCESS : (asked - limit) * SPARE;
      return {
        ...limits,
        fileBytes: Math.min(limits.fileBytes, Math.max(0, counts.bytes - excess)),
      };
    }
    case "pages": {
      // Pages are not counted here, so documents are left out in proportion.
      const share = asked === null ? UNKNOWN_EXCESS : limit / asked;
      return { ...limits, documents: Math.floor(documents * share) };
    }
    case "images":
    case "files":
    case "messages":
      return { ...limits, [unit]: Math.min(limits[unit], limit) };
    default:
      return limits;
  }
}

/** Whether files must be left out. */
export function exceedsFiles(limits: FileLimits, { bytes, files, images }: FileCounts): boolean {
  return (
    bytes > limits.fileBytes ||
    images > limits.images ||
    files > limits.files ||
    files - images > limits.documents
  );
}
