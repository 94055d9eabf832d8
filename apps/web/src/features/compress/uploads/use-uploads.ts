import type { CompressionSettings } from '@gossamer/contracts/settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Dispatch,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { compressionsQuery, refreshCompressions } from '../../../lib/compressions.ts';
import { usePlanLimits } from '../../../lib/plan-limits.ts';
import { randomId } from '../../../lib/random-id.ts';
import { retryableImport } from '../../../lib/retryable-import.ts';
import { useBackend } from '../device/backend.ts';
import { ProgressBuffer } from './progress-buffer.ts';
import { reduceUploads, type UploadsAction } from './reduce-uploads.ts';
import type { UploadEvent } from './run-upload.ts';
import {
  awaitedCompressionId,
  isSettled,
  noUploads,
  resumeAtMs,
  startable,
  type UploadItem,
  type UploadsState,
} from './upload-state.ts';
import { useRemembering } from './use-remembering.ts';
import { useRestore } from './use-restore.ts';

/** The upload code is lazy-loaded when the first file is added. */
const loadRunner = retryableImport(() => import('./run-upload.ts'));

export type Uploads = {
  state: UploadsState;
  dispatch: Dispatch<UploadsAction>;
  /** Adds files to the queue. If settings are given, compresses the files immediately. */
  add: (files: File[], options?: { isSample?: boolean; settings?: CompressionSettings | undefined }) => void;
  remove: (key: string) => void;
  clear: () => void;
  /** Restores compressions from before the page load. */
  restore: () => void;
};

/**
 * Returns the upload queue. The queue advances when an upload progresses, when the list has been polled, and when
 * uploads that a busy server rejected can be retried.
 */
export function useUploads(): Uploads {
  const [state, dispatch] = useReducer(reduceUploads, noUploads);
  const { uploadsInFlight } = usePlanLimits();
  const maxInFlight = useBackend() === 'device' ? navigator.hardwareConcurrency : uploadsInFlight;
  // Reports from the server are rendered in transitions, so that a long list does not block the page.
  const dispatchReport = useCallback<typeof dispatch>(
    (action) => startTransition(() => dispatch(action)),
    [],
  );
  const running = useRunner({ state, dispatch, dispatchReport, maxInFlight });
  useListWhilePending(state, dispatchReport);
  useRelease(state, dispatch);
  useForgetting(state.cleared, dispatch);
  useRemembering(state.items);
  const restore = useRestore(dispatch);

  const add = useCallback<Uploads['add']>((files, options) => {
    const uploads = files.map((file) => ({ key: randomId(), file, isSample: options?.isSample ?? false }));
    dispatch({ type: 'added', uploads, settings: options?.settings });
    // Ignore a failed preload. Starting the upload loads the code again and reports an error.
    loadRunner().catch(() => {});
  }, []);
  const remove = useCallback(
    (key: string) => {
      running.get(key)?.abort();
      dispatch({ type: 'removed', key });
    },
    [running],
  );
  const clear = useCallback(() => {
    for (const controller of running.values()) controller.abort();
    dispatch({ type: 'cleared' });
  }, [running]);
  return useMemo(
    () => ({ state, dispatch, add, remove, clear, restore }),
    [state, add, remove, clear, restore],
  );
}

type Runner = {
  state: UploadsState;
  dispatch: Dispatch<UploadsAction>;
  dispatchReport: Dispatch<UploadsAction>;
  maxInFlight: number;
};

/** Starts all uploads that can start. Returns the abort controllers of running uploads by item key. */
function useRunner({ state, dispatch, dispatchReport, maxInFlight }: Runner): Map<string, AbortController> {
  const { current: running } = useRef(new Map<string, AbortController>());
  const queryClient = useQueryClient();
  const [progress] = useState(
    () => new ProgressBuffer((percents) => dispatchReport({ type: 'progressed', percents })),
  );

  useEffect(() => {
    // The list of compressions can contain the outcome of an item before the item's own run reports it. Abort the run,
    // because its late report could be mistaken for the outcome of the next compression of this item.
    for (const item of state.items) if (isSettled(item)) running.get(item.key)?.abort();
    for (const item of startable(state, maxInFlight)) {
      const controller = new AbortController();
      running.set(item.key, controller);
      dispatch({ type: 'uploadStarted', key: item.key });
      const report = (event: UploadEvent) => {
        if (event.type === 'progressed') return progress.put(item.key, event.sentPercent);
        progress.drop(item.key);
        dispatchReport({ type: 'reported', key: item.key, event });
      };
      void run(item, controller.signal, report).finally(() => {
        if (running.get(item.key) === controller) running.delete(item.key);
        refreshCompressions(queryClient);
      });
    }
  }, [state, dispatch, dispatchReport, running, queryClient, progress, maxInFlight]);

  return running;
}

async function run(
  item: UploadItem,
  signal: AbortSignal,
  report: (event: UploadEvent) => void,
): Promise<void> {
  const runner = await loadRunner().catch(() => undefined);
  if (runner) await runner.runItem(item, report, signal);
  else report({ type: 'failed', failure: { reason: 'network' } });
}

function useListWhilePending(state: UploadsState, dispatch: Dispatch<UploadsAction>): void {
  const isSomethingPending = state.items.some((item) => awaitedCompressionId(item) !== undefined);
  const { data } = useQuery(compressionsQuery({ isPolled: isSomethingPending }));
  useEffect(() => {
    if (data && isSomethingPending) dispatch({ type: 'listReceived', compressions: data });
  }, [data, isSomethingPending, dispatch]);
}

/** Milliseconds during which "Clear all" can be undone. Equals the duration of the toast with the undo button. */
const undoMs = 5_000;

/** Discards the items removed by "Clear all" once the removal can no longer be undone. */
function useForgetting(cleared: UploadItem[], dispatch: Dispatch<UploadsAction>): void {
  useEffect(() => {
    if (cleared.length === 0) return;
    const timer = setTimeout(() => dispatch({ type: 'clearForgotten' }), undoMs);
    return () => clearTimeout(timer);
  }, [cleared, dispatch]);
}

/** Resumes uploads that were rejected by a busy server, once Retry-After has elapsed. */
function useRelease(state: UploadsState, dispatch: Dispatch<UploadsAction>): void {
  const atMs = resumeAtMs(state);
  useEffect(() => {
    if (atMs === undefined) return;
    const timer = setTimeout(() => dispatch({ type: 'released' }), Math.max(0, atMs - Date.now()));
    return () => clearTimeout(timer);
  }, [atMs, dispatch]);
}
