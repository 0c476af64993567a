import { CutpointError, isCutpointError } from "@cutpoint/core/store";

/** Lets errors of Cutpoint pass and makes `store-failed` of any other. */
export function failed(verb: string, path: string): (error: unknown) => never {
  return (error) => {
    if (isCutpointError(error)) throw error;
    const reason = error instanceof Error ? `: ${error.message}` : "";
    throw new CutpointError("store-failed", `could not ${verb} ${path}${reason}`, { cause: error });
  };
}
