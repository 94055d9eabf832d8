import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useAddFiles } from './use-add-files.ts';
import { usePageFiles } from './use-page-files.ts';

/**
 * Handles images that are dropped or pasted on pages without a drop zone: adds them to the queue and opens the tool.
 */
export function useFilesForTool(): void {
  const navigate = useNavigate();
  const addFiles = useAddFiles();
  usePageFiles({
    isFallback: true,
    onFiles: (files) => {
      addFiles(files);
      // Open the tool even if all files were rejected, because it shows the reasons.
      void navigate(paths.compress);
    },
  });
}
