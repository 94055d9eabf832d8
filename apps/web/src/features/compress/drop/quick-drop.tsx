import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { DropZone } from './drop-zone.tsx';
import { RejectedFiles } from './lazy-rejected-files.ts';
import { useAddFiles } from './use-add-files.ts';
import { useAddSample } from './use-add-sample.ts';
import { usePageFiles } from './use-page-files.ts';

/** Drop zone for screens without a file list. Adds the files to the upload queue and then opens /compress. */
export function QuickDrop({ onReach }: { onReach: () => void }) {
  const navigate = useNavigate();
  const addFiles = useAddFiles({ startsByDefault: true });
  const addSample = useAddSample(addFiles);
  const open = (accepted: number) => accepted > 0 && void navigate(paths.compress);
  const add = (files: File[]) => open(addFiles(files));
  const addTheSample = async () => open(await addSample());
  const dragged = usePageFiles({ onFiles: add, onReach });
  return (
    <>
      <DropZone isSlim={false} dragged={dragged} onReach={onReach} onFiles={add} onSample={addTheSample} />
      <RejectedFiles />
    </>
  );
}
