import type { CompressionSettings } from '@gossamer/contracts/settings';
import { useEffect, useMemo, useRef } from 'react';
import { toSettings } from '../settings/compress-settings.ts';
import { useSettings } from '../settings/settings-context.tsx';
import type { CompletedItem } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

type Given = {
  compare: (key: string, opener: HTMLElement) => void;
  download: (item: CompletedItem) => void;
  openSettings: (key: string) => void;
};

export type RowActions = Given & {
  /** Compresses an item again whose last compression failed, in the cloud if `isForCloud` is set. */
  retry: (key: string, isForCloud?: boolean) => void;
  /** Compresses a completed item again: with `settings`, which become its own settings, or with those of the list. */
  apply: (key: string, settings?: CompressionSettings) => void;

  remove: (key: string) => void;
};

/**
 * Returns the actions of the buttons in a file row. The object is memoized, so that it does not cause rows to
 * re-render.
 */
export function useRowActions({ compare, download, openSettings }: Given): RowActions {
  const { dispatch, remove } = useUploadQueue();
  const { form } = useSettings();
  // Keep the latest state of the settings form in a ref, because the actions are memoized but must use the settings at
  // the time of the click.
  const latestForm = useRef(form);
  useEffect(() => {
    latestForm.current = form;
  }, [form]);
  return useMemo(() => {
    const retry = (key: string, isForCloud = false) =>
      dispatch({ type: 'retried', key, settings: toSettings(latestForm.current), isForCloud });
    const apply = (key: string, settings?: CompressionSettings) =>
      settings
        ? dispatch({ type: 'settingsChosen', key, settings })
        : dispatch({ type: 'reapplied', key, settings: toSettings(latestForm.current) });
    return { compare, download, openSettings, retry, apply, remove };
  }, [compare, download, openSettings, dispatch, remove]);
}
