import type { UploadItem, UploadsState } from './upload-state.ts';

/** Applies a change to one item. */
export function mapItem(
  state: UploadsState,
  key: string,
  change: (item: UploadItem) => UploadItem,
): UploadsState {
  return mapItems(state, (item) => (item.key === key ? change(item) : item));
}

/**
 * Applies a change to all items. Returns the same state object if no item changed, so that polling does not cause a
 * re-render.
 */
export function mapItems(state: UploadsState, change: (item: UploadItem) => UploadItem): UploadsState {
  const items = state.items.map(change);
  return items.every((item, index) => item === state.items[index]) ? state : { ...state, items };
}
