/** What would go over the wire: a copy that later changes do not reach. */
export function snapshot<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

/** The fields of `before` whose value is another one now, as `previous_attributes` of an event. */
export function difference(before: object, now: object): Record<string, unknown> {
  const current = new Map(Object.entries(now));
  const changed = Object.entries(before).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(current.get(key) ?? null),
  );
  return Object.fromEntries(changed);
}
