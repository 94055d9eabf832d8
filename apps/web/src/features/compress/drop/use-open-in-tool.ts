import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useAddFiles } from './use-add-files.ts';

/**
 * Returns a function for screens without a file list. The function adds files to the upload queue and opens /compress.
 * The files are compressed unless the user has turned automatic compression off. If all files were rejected, /compress
 * shows the reasons.
 */
export function useOpenInTool(): (files: File[]) => void {
  const navigate = useNavigate();
  const addFiles = useAddFiles({ startsByDefault: true });
  return (files) => {
    addFiles(files);
    void navigate(paths.compress);
  };
}
