import type { ExtensionFactory } from "@earendil-works/pi-coding-agent";
import { createPiExtension } from "./index.ts";

/** The extension with all defaults, which pi loads after `pi install npm:@cutpoint/adapter-pi`. */
const extension: ExtensionFactory = createPiExtension();
export default extension;
