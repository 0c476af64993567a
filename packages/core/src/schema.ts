export { parseEntry, parseState } from "./model/entry-schema.ts";
export { parseMessage } from "./model/message-schema.ts";
export { parsePolicy } from "./plan/policy-schema.ts";
