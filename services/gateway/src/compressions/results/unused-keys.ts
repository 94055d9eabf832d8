import { type VariantGroup, variantKey } from '@gossamer/contracts/variants';
import type { Kysely } from 'kysely';
import type { CompressionRow, GatewayTables } from '../../db/schema.ts';
import { compressionIdOf } from '../keys.ts';

export type KeyColumn = 'originalKey' | 'resultKey' | 'previewKey';
export type KeyedRow = Pick<CompressionRow, 'id' | KeyColumn | 'variants'>;

/** The columns of a `KeyedRow`, for queries. */
export const keyedColumns = ['id', 'originalKey', 'resultKey', 'previewKey', 'variants'] as const;

const keyColumns: readonly KeyColumn[] = ['originalKey', 'resultKey', 'previewKey'];

/** Returns the storage keys that a row references. The variants of a result belong to the column `resultKey`. */
export function namedKeys(row: KeyedRow, columns: readonly KeyColumn[] = keyColumns): string[] {
  const keys = columns.map((column) => row[column]).filter((key) => key !== null);
  return columns.includes('resultKey') ? [...keys, ...variantKeys(row)] : keys;
}

/** Returns the storage keys of a result's variants, including that of the result. */
export function variantKeys({
  resultKey,
  variants,
}: {
  resultKey: string | null;
  variants?: VariantGroup | null | undefined;
}): string[] {
  if (!variants || resultKey === null) return [];
  return variants.files.map((file) => variantKey(resultKey, variants, file));
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
  const select = () => db.selectFrom('compressions').select(keyedColumns);
  const owners = await select()
    .where('id', 'in', [...new Set(keys.map(compressionIdOf))])
    .execute();
  const sharing = await select()
    .where('sharedKeys', '&&', (where) => where.val([...keys]))
    .execute();
  return [...owners, ...sharing];
}
