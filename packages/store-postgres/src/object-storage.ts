import { CutpointError, isCutpointError } from "@cutpoint/session/store";

/**
 * Storage of objects by key, such as a bucket of an S3-compatible service.
 *
 * After `put`, `get` returns the new bytes. Errors may be of any type.
 */
export interface ObjectStorage {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns `null` if there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  /** Does nothing if there is no such object. */
  delete(key: string): Promise<void>;
}

/** Converts the errors of an object storage to `store-failed`. */
export function withStoreErrors(storage: ObjectStorage | null): ObjectStorage | null {
  if (storage === null) return null;
  return {
    put: (key, bytes) => storage.put(key, bytes).catch(rethrow),
    get: (key) => storage.get(key).catch(rethrow),
    delete: (key) => storage.delete(key).catch(rethrow),
  };
}

function rethrow(cause: unknown): never {
  if (isCutpointError(cause)) throw cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  throw new CutpointError("store-failed", `object storage: ${message}`, { cause });
}
