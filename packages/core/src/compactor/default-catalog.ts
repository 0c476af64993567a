import type { ModelCatalog } from "../tokens/window.ts";

/** A catalog that knows no model until it is loaded. */
export type LoadedCatalog = {
  readonly catalog: ModelCatalog;
  /** Loads it for a request that names a model. Call it before the window of a request is needed. */
  readonly load: (model: string | undefined) => Promise<void>;
};

/** Returns the app's catalog, or that of `@cutpoint/models`, which is loaded for the first request that names a model. */
export function createDefaultCatalog(given: ModelCatalog | undefined): LoadedCatalog {
  let loaded = given;
  return {
    catalog: (model) => loaded?.(model) ?? null,
    async load(model) {
      if (model !== undefined) loaded ??= (await import("@cutpoint/models")).modelCatalog;
    },
  };
}
