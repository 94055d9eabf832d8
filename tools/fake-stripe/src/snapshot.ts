/** Returns a deep copy of a value. Later changes to the original do not affect the copy. */
export function snapshot<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

/** Returns the previous values of all changed fields, in the format of the event field `previous_attributes`. */
export function difference(before: object, now: object): Record<string, unknown> {
  const current = new Map(Object.entries(now));
  const changed = Object.entries(before).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(current.get(key) ?? null),
  );
  return Object.fromEntries(changed);
}
