/**
 * Returns an object that behaves like another one, except for some members.
 *
 * The other members are called on the original. So private fields work, and its calls to itself use the original
 * members.
 */
export function replaceMembers<Target extends object>(target: Target, members: object): Target {
  return new Proxy(target, {
    get(_target, key): unknown {
      if (Object.hasOwn(members, key)) return Reflect.get(members, key);
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function" || key === "constructor") return value;
      return (value as (...values: unknown[]) => unknown).bind(target);
    },
  });
}
