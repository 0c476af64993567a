/**
 * Returns an object that behaves like another one, except for some members.
 *
 * Its other members are called on the original, so private fields work, and so do its calls to itself.
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
