import { useEffect, useMemo, useRef } from 'react';
import { toSettings } from '../settings/compress-settings.ts';
import { useSettings } from '../settings/settings-context.tsx';
import type { CompletedItem } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

type Given = {
  compare: (key: string, opener: HTMLElement) => void;
  download: (item: CompletedItem) => void;
};

export type RowActions = Given & {
  retry: (key: string) => void;
  remove: (key: string) => void;
};

/** What the buttons of a row do. The same object from render to render, so that a row renders for its own item only. */
export function useRowActions({ compare, download }: Given): RowActions {
  const { dispatch, remove } = useUploadQueue();
  const { form } = useSettings();
  // Read at the time of the press.
  const latestForm = useRef(form);
  useEffect(() => {
    latestForm.current = form;
  }, [form]);
  return useMemo(() => {
    const retry = (key: string) =>
      dispatch({ type: 'retried', key, settings: toSettings(latestForm.current) });
    return { compare, download, retry, remove };
  }, [compare, download, dispatch, remove]);
}
