/** Metrics exposed by a process at /metrics, with the labels of each series. */
export type Exposed = Map<string, Record<string, string>[]>;

/** Parses Prometheus's text format. A metric without series has an empty list. */
export function readExposed(text: string): Exposed {
  const declared = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', kind]) =>
    kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const exposed: Exposed = new Map(declared.map((name) => [name, []]));
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+/gm)) {
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, value]) => [
      label,
      value,
    ]);
    exposed.get(name)?.push(Object.fromEntries(pairs));
  }
  return exposed;
}

/** Merges the metrics of several processes. */
export function together(all: readonly Exposed[]): Exposed {
  const merged: Exposed = new Map();
  for (const [name, series] of all.flatMap((one) => [...one]))
    merged.set(name, [...(merged.get(name) ?? []), ...series]);
  return merged;
}
