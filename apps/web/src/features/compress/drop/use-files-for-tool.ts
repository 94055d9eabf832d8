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
      // Opened even if all files were rejected, because the tool shows the reasons.
      void navigate(paths.compress);
    },
  });
}
