import { useCallback, useState } from 'react';
import type { ListedCompression } from '../../lib/compressions.ts';

export type Selection = {
  /** The selected rows that the list contains. */
  selected: ListedCompression[];
  isSelected: (row: ListedCompression) => boolean;
  /** Adds rows to the selection, or removes them. */
  select: (rows: readonly ListedCompression[], isSelected: boolean) => void;
};

/** Returns the selection of rows. Rows that are no longer listed do not count as selected. */
export function useSelection(rows: readonly ListedCompression[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback<Selection['select']>((changed, isSelected) => {
    setIds((last) => {
      const next = new Set(last);
      for (const { id } of changed) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  return {
    selected: rows.filter(({ id }) => ids.has(id)),
    isSelected: ({ id }) => ids.has(id),
    select,
  };
}
