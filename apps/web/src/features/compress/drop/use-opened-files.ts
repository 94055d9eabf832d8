import { useEffect, useEffectEvent } from 'react';

declare global {
  interface Window {
    /** Files that the user opened with the installed app (File Handling API). Only in Chrome and Edge on desktops. */
    launchQueue?: {
      setConsumer(consume: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
    };
  }
}

/** Hook that passes files to `onFiles` that the user opens with the installed app, for example by "Open with". */
export function useOpenedFiles(onFiles: (files: File[]) => void): void {
  const open = useEffectEvent(onFiles);
  useEffect(
    () =>
      window.launchQueue?.setConsumer(async ({ files }) =>
        open(await Promise.all(files.map((handle) => handle.getFile()))),
      ),
    [],
  );
}
