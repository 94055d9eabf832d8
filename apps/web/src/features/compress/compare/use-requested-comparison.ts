import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { compressionIdOf, isCompleted, type UploadItem } from '../uploads/upload-state.ts';
import type { ComparisonRequest } from '../uploads/use-open-comparison.ts';

/** Opens the comparison that another screen requested when it navigated to this one. */
export function useRequestedComparison(
  items: readonly UploadItem[],
  compare: (key: string, pressed: HTMLElement) => Promise<unknown>,
): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const id = (state as Partial<ComparisonRequest> | null)?.comparedId;
  const key = items.find(
    (item) => id !== undefined && isCompleted(item) && compressionIdOf(item) === id,
  )?.key;
  useEffect(() => {
    if (key === undefined) return;
    // Clear the navigation state, so that reloading the page does not open the comparison again.
    void navigate('.', { replace: true, state: null });
    void compare(key, document.body);
  }, [key, compare, navigate]);
}
