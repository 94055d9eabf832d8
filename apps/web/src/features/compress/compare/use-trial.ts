import type { CompressionSettings } from '@gossamer/contracts/settings';
import { useState } from 'react';
import type { Failure } from '../../../lib/api-failure.ts';
import { toEarlier } from '../uploads/start-items.ts';
import {
  type CompletedItem,
  canCompressAgain,
  type EarlierResult,
  hasOriginal,
  type UploadItem,
} from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

/** State and functions for compressing an item again in the comparison. */
export type Trial = {
  /** The item with its last result. */
  item: CompletedItem;
  /** Settings of the running try, or of the last result. */
  settings: CompressionSettings;
  /** The last result that the user accepted, or undefined if the item has no newer result to compare with it. */
  before: EarlierResult | undefined;
  isRunning: boolean;
  problem: Failure | undefined;
  run: (settings: CompressionSettings) => void;
  /** Accepts the new result. */
  keep: () => void;
  /** Returns to the last accepted result. */
  discard: () => void;
};

/**
 * Returns the functions for compressing an item again, or undefined if the original has been deleted or the item has no
 * settings.
 */
export function useTrial(item: UploadItem, shown: CompletedItem): Trial | undefined {
  const { dispatch } = useUploadQueue();
  const [accepted, setAccepted] = useState<EarlierResult>();
  const { key, settings } = item;
  const { result } = shown.step;
  if (!settings || !hasOriginal(shown)) return undefined;
  return {
    item: shown,
    settings,
    before: accepted?.result.downloadUrl === result.downloadUrl ? undefined : accepted,
    isRunning: item.earlier !== undefined,
    problem: item.problem,
    run: (next) => {
      if (!canCompressAgain(shown, next)) return;
      setAccepted((last) => last ?? toEarlier(shown));
      dispatch({ type: 'settingsChosen', key, settings: next });
    },
    keep: () => setAccepted(undefined),
    discard: () => {
      if (accepted) dispatch({ type: 'resultRestored', key, earlier: accepted });
      setAccepted(undefined);
    },
  };
}
