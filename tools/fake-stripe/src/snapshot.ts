/** Returns a deep copy, as serialized, that later changes do not affect. */
export function snapshot<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

/** Returns the fields of `before` that have changed, as in an event's `previous_attributes`. */
export function difference(before: object, now: object): Record<string, unknown> {
  const current = new Map(Object.entries(now));
  const changed = Object.entries(before).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(current.get(key) ?? null),
  );
  return Object.fromEntries(changed);
}
