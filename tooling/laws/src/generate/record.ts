import * as fc from "fast-check";

/** Objects as JSON gives them, with the usual prototype. */
export function record<T>(shape: { [Key in keyof T]: fc.Arbitrary<T[Key]> }): fc.Arbitrary<T> {
  return fc.record<T>(shape, { noNullPrototype: true });
}

/** A value, or `null` in all but one of `oneIn` cases. */
export function maybe<T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

/** `true` in one of `oneIn` cases. */
export function rarely(oneIn: number): fc.Arbitrary<boolean> {
  return fc.oneof(
    { weight: oneIn - 1, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  );
}
