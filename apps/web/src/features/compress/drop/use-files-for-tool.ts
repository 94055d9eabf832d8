import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useAddFiles } from './use-add-files.ts';
import { usePageFiles } from './use-page-files.ts';

/** For pages without a drop zone: images that are dropped or pasted go into the queue, and the tool opens. */
export function useFilesForTool(): void {
  const navigate = useNavigate();
  const addFiles = useAddFiles();
  usePageFiles({
    isFallback: true,
    onFiles: (files) => {
      addFiles(files);
      // Also when all of them stayed out: the reasons are shown there.
      void navigate(paths.compress);
    },
  });
}
