import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useAddFiles } from './use-add-files.ts';

/**
 * Returns a function for screens without a file list that adds files to the upload queue, compresses them unless the
 * user has turned automatic compression off, and opens /compress. It also opens /compress if all files were rejected,
 * because that screen shows the reasons.
 */
export function useOpenInTool(): (files: File[]) => void {
  const navigate = useNavigate();
  const addFiles = useAddFiles({ startsByDefault: true });
  return (files) => {
    addFiles(files);
    void navigate(paths.compress);
  };
}
