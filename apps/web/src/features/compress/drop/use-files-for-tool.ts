import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useAddFiles } from './use-add-files.ts';
import { usePageFiles } from './use-page-files.ts';

/** On pages without a drop zone, adds dropped or pasted images to the upload queue and opens /compress. */
export function useFilesForTool(): void {
  const navigate = useNavigate();
  const addFiles = useAddFiles();
  usePageFiles({
    isFallback: true,
    onFiles: (files) => {
      addFiles(files);
      // Open /compress even if all files were rejected, because it shows the reasons.
      void navigate(paths.compress);
    },
  });
}
