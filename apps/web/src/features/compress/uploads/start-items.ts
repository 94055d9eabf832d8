import type { CompressionSettings } from '@gossamer/contracts/settings';
import { mapItem, mapItems } from './map-items.ts';
import {
  type CompletedItem,
  canCompressAgain,
  type EarlierResult,
  settingsFor,
  type UploadItem,
  type UploadsState,
} from './upload-state.ts';

/** Starts items with their own settings or, if they have none, with the given ones. */
export function start(
  state: UploadsState,
  settings: CompressionSettings,
  isMeant: (item: UploadItem) => boolean,
): UploadsState {
  const keys = state.items.filter(isMeant).map(({ key }) => key);
  const started = mapItems(state, (item) =>
    keys.includes(item.key)
      ? {
          ...item,
          settings: settingsFor(item, settings),
          problem: undefined,
          tryCount: item.tryCount + 1,
          step: { name: 'queued' },
        }
      : item,
  );
  return {
    ...started,
    reachedLimit: undefined,
    batch: [...state.batch.filter((key) => !keys.includes(key)), ...keys],
  };
}

/** Sets the settings of one item, and compresses it again if it is completed. */
export function chooseSettings(
  state: UploadsState,
  key: string,
  ownSettings: CompressionSettings | undefined,
): UploadsState {
  const chosen = mapItem(state, key, (item) => ({ ...item, ownSettings }));
  if (!ownSettings) return chosen;
  // If the compression with the new settings fails, the item gets its own previous settings back.
  const last = state.items.find((item) => item.key === key)?.ownSettings;
  return mapItem(reapply(chosen, ownSettings, key), key, (item) =>
    item.earlier ? { ...item, earlier: { ...item.earlier, ownSettings: last } } : item,
  );
}

/**
 * Compresses completed items again, either all or the one with the given key. Items with their own settings use those
 * instead of the given ones. Items that were compressed with the same settings are skipped.
 */
export function reapply(state: UploadsState, settings: CompressionSettings, key?: string): UploadsState {
  const isMeant = (item: UploadItem): item is CompletedItem =>
    (key === undefined || item.key === key) && canCompressAgain(item, settingsFor(item, settings));
  const keys = state.items.filter(isMeant).map((item) => item.key);
  const withEarlier = mapItems(state, (item) =>
    isMeant(item) ? { ...item, earlier: toEarlier(item), isDownloaded: false } : item,
  );
  return start(withEarlier, settings, (item) => keys.includes(item.key));
}

/** Returns the item's result and settings, to which the item reverts if another compression fails. */
export function toEarlier({ step: { result }, settings, ownSettings }: CompletedItem): EarlierResult {
  return { result, settings, ownSettings };
}
