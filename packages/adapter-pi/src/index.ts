export { createPiExtension } from "./create-pi-extension.ts";
export type { PiExtensionOptions } from "./create-pi-extension.ts";
