import * as fc from "fast-check";

/** Objects as JSON gives them, with the usual prototype. */
export function record<T>(shape: { [Key in keyof T]: fc.Arbitrary<T[Key]> }): fc.Arbitrary<T> {
  return fc.record<T>(shape, { noNullPrototype: true });
}
