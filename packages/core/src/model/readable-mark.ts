import { CutpointError } from "./error.ts";
import { STATE_VERSION } from "./mark.ts";

/**
 * Accepts every compaction state that this release can read.
 *
 * @throws `unsupported-version` naming the release that is needed
 */
export function assertReadableState(value: unknown, field = "state"): void {
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (fields["compactedThrough"] === undefined && fields["coveredThrough"] !== undefined)
    throw preRelease(field);
  const { version, requires } = fields;
  if (typeof version !== "number" || version <= STATE_VERSION) return;
  throw new CutpointError(
    "unsupported-version",
    `${field}.version is ${version}: this release of @cutpoint/core reads states up to ${STATE_VERSION}; ` +
      `use @cutpoint/core ${typeof requires === "string" ? requires : "of a later release"} or newer`,
  );
}

/**
 * Accepts every compaction entry whose state this release can read.
 *
 * @throws `unsupported-version` if a newer release or a pre-release wrote it
 */
export function assertReadableCompaction(value: object, field: string): void {
  const { mark, state } = value as { readonly mark?: unknown; readonly state?: unknown };
  if (state === undefined && mark !== undefined) throw preRelease(field);
  assertReadableState(state, `${field}.state`);
}

function preRelease(field: string): CutpointError {
  return new CutpointError(
    "unsupported-version",
    `${field} was written by a pre-release; start a new session`,
  );
}
