export { fromAgentItems, toAgentItems } from "./items/convert.ts";
