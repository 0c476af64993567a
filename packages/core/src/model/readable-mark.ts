import { CutpointError } from "./error.ts";
import { MARK_VERSION } from "./mark.ts";

/**
 * Lets pass every mark that this release can read.
 *
 * @throws `unsupported-version` naming the release that is needed
 */
export function requireReadableMark(value: unknown, field = "mark"): void {
  const { version, requires } = (value ?? {}) as { version?: unknown; requires?: unknown };
  if (typeof version !== "number" || version <= MARK_VERSION) return;
  throw new CutpointError(
    "unsupported-version",
    `${field}.version is ${version}: this release of @cutpoint/core reads marks up to ${MARK_VERSION}; ` +
      `use @cutpoint/core ${typeof requires === "string" ? requires : "of a later release"} or newer`,
  );
}
