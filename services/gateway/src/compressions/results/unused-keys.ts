import type { Kysely } from 'kysely';
import type { CompressionRow, GatewayTables } from '../../db/schema.ts';
import { compressionIdOf } from '../keys.ts';

export type KeyColumn = 'originalKey' | 'resultKey' | 'previewKey';
export type KeyedRow = Pick<CompressionRow, 'id' | KeyColumn>;

const keyColumns: readonly KeyColumn[] = ['originalKey', 'resultKey', 'previewKey'];

/** Returns the storage keys that a row references. */
export function namedKeys(row: KeyedRow, columns: readonly KeyColumn[] = keyColumns): string[] {
  return columns.map((column) => row[column]).filter((key) => key !== null);
}

/**
 * Returns those of the given keys that no row references, so that their objects can be deleted. Rows of one owner may
 * share objects (docs/decisions/0040).
 * @param released columns of rows that are about to be cleared and are treated as cleared
 */
export async function unusedKeys(
  db: Kysely<GatewayTables>,
  keys: readonly string[],
  released?: { ids: readonly string[]; columns: readonly KeyColumn[] },
): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await findRowsThatName(db, keys);
  const ids = new Set(released?.ids);
  const remaining = keyColumns.filter((column) => !released?.columns.includes(column));
  const named = new Set(rows.flatMap((row) => namedKeys(row, ids.has(row.id) ? remaining : keyColumns)));
  return [...new Set(keys)].filter((key) => !named.has(key));
}

/**
 * Returns the rows that reference any of the keys, whether the object was stored for the row or is shared with another
 * row. The order of the two queries matters: a row that starts to share an object locks the row that owns the object
 * until the transaction is committed, so at least one of the queries always finds a row that references the object.
 */
async function findRowsThatName(db: Kysely<GatewayTables>, keys: readonly string[]): Promise<KeyedRow[]> {
  const select = () => db.selectFrom('compressions').select(['id', 'originalKey', 'resultKey', 'previewKey']);
  const owners = await select()
    .where('id', 'in', [...new Set(keys.map(compressionIdOf))])
    .execute();
  const sharing = await select()
    .where('sharedKeys', '&&', (where) => where.val([...keys]))
    .execute();
  return [...owners, ...sharing];
}
