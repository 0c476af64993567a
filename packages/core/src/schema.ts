export { parseMessage } from "./schema/message-schema.ts";
export { parsePolicy } from "./schema/policy-schema.ts";
export { parseState } from "./schema/state-schema.ts";
