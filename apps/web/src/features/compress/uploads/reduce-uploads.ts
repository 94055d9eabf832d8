import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { Failure } from '../../../lib/api-failure.ts';
import type { ListedCompression } from '../../../lib/compressions.ts';
import { failureOfCompression } from '../../../lib/failure-of-compression.ts';
import type { Rejection } from '../drop/sort-files.ts';
import { holdBack } from './hold-back.ts';
import { mapItem, mapItems } from './map-items.ts';
import { type RememberedList, restoredItems } from './restored-items.ts';
import type { UploadEvent } from './run-upload.ts';
import { chooseSettings, reapply, start } from './start-items.ts';
import {
  awaitedCompressionId,
  canRetry,
  type EarlierResult,
  isCompleted,
  isDailyLimit,
  isSettled,
  noUploads,
  type Step,
  toResult,
  type UploadItem,
  type UploadsState,
  withEarlierResult,
} from './upload-state.ts';

export type NewUpload = { key: string; file: File; isSample: boolean };

export type UploadsAction =
  /** Adds files. If settings are given, compresses the files immediately. */
  | { type: 'added'; uploads: NewUpload[]; settings?: CompressionSettings | undefined }
  | { type: 'rejected'; rejections: Rejection[] }
  | { type: 'previewMade'; key: string; previewUrl: string }
  | { type: 'started'; settings: CompressionSettings }
  /**
   * Compresses an item again that failed, or could not be compressed with other settings. Uses the cloud if `isForCloud`
   * is set.
   */
  | { type: 'retried'; key: string; settings: CompressionSettings; isForCloud?: boolean }
  /** Compresses completed items again, either the given one or all, if the settings that apply to them have changed. */
  | { type: 'reapplied'; key?: string; settings: CompressionSettings }
  /** Sets the settings of one item. A completed item is compressed again. Without settings, those of the list apply. */
  | { type: 'settingsChosen'; key: string; settings: CompressionSettings | undefined }
  /** Restores an earlier result of a completed item. */
  | { type: 'resultRestored'; key: string; earlier: EarlierResult }
  | { type: 'uploadStarted'; key: string }
  | { type: 'reported'; key: string; event: UploadEvent }
  | { type: 'progressed'; percents: ReadonlyMap<string, number> }
  | { type: 'released' }
  | ({ type: 'restored'; compressions: ListedCompression[] } & RememberedList)
  | { type: 'listReceived'; compressions: ListedCompression[] }
  | { type: 'batchReported' }
  | { type: 'downloaded'; keys: string[] }
  | { type: 'removed'; key: string }
  | { type: 'cleared' }
  | { type: 'clearUndone' }
  | { type: 'clearForgotten' };

export function reduceUploads(state: UploadsState, action: UploadsAction): UploadsState {
  switch (action.type) {
    case 'added':
      return add(state, action.uploads, action.settings);
    case 'rejected':
      return { ...state, rejections: action.rejections };
    case 'previewMade':
      return mapItem(state, action.key, (item) => ({ ...item, previewUrl: action.previewUrl }));
    case 'started':
      return start(state, action.settings, (item) => item.step.name === 'idle');
    case 'retried':
      return retry(state, action.key, action.settings, action.isForCloud);
    case 'reapplied':
      return reapply(state, action.settings, action.key);
    case 'settingsChosen':
      return chooseSettings(state, action.key, action.settings);
    case 'resultRestored':
      return mapItem(state, action.key, (item) =>
        isCompleted(item)
          ? withEarlierResult({ ...item, earlier: action.earlier, problem: undefined })
          : item,
      );
    case 'uploadStarted':
      return setStep(state, action.key, { name: 'uploading', sentPercent: 0, isOffline: false });
    case 'reported':
      return report(state, action.key, action.event);
    case 'progressed':
      return mapItems(state, (item) => {
        const sentPercent = action.percents.get(item.key);
        return sentPercent === undefined ? item : advance(item, { type: 'progressed', sentPercent });
      });
    case 'restored':
      return restore(state, action.compressions, action);
    case 'released':
      return mapItems(state, (item) =>
        item.step.name === 'held' ? { ...item, step: { name: 'queued' } } : item,
      );
    case 'listReceived':
      return receiveList(state, action.compressions);
    case 'batchReported':
      return { ...state, batch: [] };
    case 'downloaded':
      return mapItems(state, (item) =>
        action.keys.includes(item.key) ? { ...item, isDownloaded: true } : item,
      );
    case 'removed':
      return {
        ...state,
        items: state.items.filter(({ key }) => key !== action.key),
        batch: state.batch.filter((key) => key !== action.key),
      };
    case 'cleared':
      return { ...noUploads, cleared: state.items.map((item) => withEarlierResult(item)) };
    case 'clearUndone':
      return { ...state, items: [...state.cleared.filter(goesOnAlone), ...state.items], cleared: [] };
    case 'clearForgotten':
      return { ...state, cleared: [] };
  }
}

/**
 * Returns whether undoing "Clear all" restores an item. True if the item has finished or was accepted by the server.
 */
const goesOnAlone = (item: UploadItem) => isSettled(item) || awaitedCompressionId(item) !== undefined;

function toItem({ key, file, isSample }: NewUpload): UploadItem {
  return { key, file, original: file, isSample, tryCount: 0, step: { name: 'idle' }, isDownloaded: false };
}

function add(state: UploadsState, uploads: NewUpload[], settings?: CompressionSettings): UploadsState {
  const added = { ...state, items: [...state.items, ...uploads.map(toItem)] };
  return settings ? start(added, settings, (item) => uploads.some(({ key }) => key === item.key)) : added;
}

function retry(
  state: UploadsState,
  key: string,
  settings: CompressionSettings,
  isForCloud = false,
): UploadsState {
  const chosen = mapItem(state, key, (item) => ({ ...item, isForCloud }));
  const started = start(chosen, settings, (item) => item.key === key && canRetry(item));
  return reapply(started, settings, key);
}

/** Discards the earlier result of an item that was compressed again, or restores it if the compression failed. */
function finished(item: UploadItem): UploadItem {
  if (!item.earlier || !isSettled(item)) return item;
  if (item.step.name === 'failed') return withEarlierResult(item, item.step.failure);
  return { ...item, earlier: undefined };
}

function report(state: UploadsState, key: string, event: UploadEvent): UploadsState {
  const next = mapItem(state, key, (item) => finished(advance(item, event)));
  return event.type === 'failed' && isDailyLimit(event.failure) ? holdBack(next, key, event.failure) : next;
}

function advance(item: UploadItem, event: UploadEvent): UploadItem {
  const step = nextStep(item.step, event);
  return step === item.step ? item : { ...item, step };
}

/**
 * Returns an item's step after an event. Events for a finished item are ignored, because polling may have reported the
 * outcome before the upload did.
 */
function nextStep(step: Step, event: UploadEvent): Step {
  if (step.name !== 'uploading' && step.name !== 'compressing') return step;
  switch (event.type) {
    case 'progressed': {
      const { sentPercent } = event;
      const isKnown = step.name === 'uploading' && step.sentPercent === sentPercent && !step.isOffline;
      return isKnown ? step : { name: 'uploading', sentPercent, isOffline: false };
    }
    case 'wentOffline':
      return { name: 'uploading', sentPercent: 0, isOffline: true };
    case 'sent':
      return { name: 'compressing' };
    case 'accepted':
      return isSamePlace(step, event)
        ? step
        : { name: 'compressing', compressionId: event.compressionId, queue: event.queue };
    case 'held':
      return { name: 'held', resumeAtMs: event.resumeAtMs };
    case 'completed':
      return { name: 'completed', result: event.result };
    case 'failed':
      return withCompressionId(event.failure, step.name === 'compressing' ? step.compressionId : undefined);
  }
}

/**
 * Returns whether an `accepted` event is redundant: the place in the queue and the expected wait are unchanged.
 */
function isSamePlace(step: Step, { compressionId, queue }: UploadEvent & { type: 'accepted' }): boolean {
  if (step.name !== 'compressing' || step.compressionId !== compressionId) return false;
  return step.queue?.place === queue?.place && step.queue?.waitSeconds === queue?.waitSeconds;
}

/** Inserts restored items in their upload order before items that were added in the meantime. */
function restore(
  state: UploadsState,
  compressions: ListedCompression[],
  remembered: RememberedList,
): UploadsState {
  const restored = restoredItems(state, compressions, remembered);
  return restored.length === 0 ? state : { ...state, items: [...restored, ...state.items] };
}

function receiveList(state: UploadsState, compressions: ListedCompression[]): UploadsState {
  return mapItems(state, (item) => {
    const id = awaitedCompressionId(item);
    const row = id === undefined ? undefined : compressions.find((each) => each.id === id);
    if (row?.status !== 'completed' && row?.status !== 'failed') return item;
    const result = row.status === 'completed' ? toResult(row) : undefined;
    if (result) return finished({ ...item, step: { name: 'completed', result } });
    return finished({ ...item, step: withCompressionId(failureOfCompression(row), id) });
  });
}

function withCompressionId(failure: Failure, compressionId: string | undefined): Step {
  return { name: 'failed', failure, ...(compressionId !== undefined && { compressionId }) };
}

function setStep(state: UploadsState, key: string, step: Step): UploadsState {
  return mapItem(state, key, (item) => ({ ...item, step }));
}
