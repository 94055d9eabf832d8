import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useAddFiles } from './use-add-files.ts';
import { usePageFiles } from './use-page-files.ts';

/** Adds images to the queue that are dropped or pasted on pages without a drop zone, and opens the tool. */
export function useFilesForTool(): void {
  const navigate = useNavigate();
  const addFiles = useAddFiles();
  usePageFiles({
    isFallback: true,
    onFiles: (files) => {
      addFiles(files);
      // Also if all files were rejected, because the tool shows the reasons.
      void navigate(paths.compress);
    },
  });
}
