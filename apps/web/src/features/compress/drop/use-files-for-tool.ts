import { useOpenInTool } from './use-open-in-tool.ts';
import { usePageFiles } from './use-page-files.ts';

/** On pages without a drop zone, adds dropped or pasted images to the upload queue and opens /compress. */
export function useFilesForTool(): void {
  usePageFiles({ isFallback: true, onFiles: useOpenInTool() });
}
