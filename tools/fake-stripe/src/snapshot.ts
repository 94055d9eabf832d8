/** Returns a deep copy made by serialization; later changes to the original do not affect it. */
export function snapshot<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

/** Returns the previous values of changed fields, in the format of an event's `previous_attributes`. */
export function difference(before: object, now: object): Record<string, unknown> {
  const current = new Map(Object.entries(now));
  const changed = Object.entries(before).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(current.get(key) ?? null),
  );
  return Object.fromEntries(changed);
}
