/** Returns a row's properties as JSON for `jsonb_populate_record`: `createdAt` becomes `created_at`. */
export function toColumns(row: object): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value])),
  );
}

const columnOf = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
