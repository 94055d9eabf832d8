import { DropZone } from './drop-zone.tsx';
import { RejectedFiles } from './rejected-files.tsx';
import { useAddFiles } from './use-add-files.ts';
import { useAddSample } from './use-add-sample.ts';
import { usePageFiles } from './use-page-files.ts';

/** Drop zone for screens without the queue, which adds files to the queue and then calls `onAdded`. */
export function QuickDrop({ onReach, onAdded }: { onReach: () => void; onAdded: () => void }) {
  const addFiles = useAddFiles();
  const addSample = useAddSample(addFiles);
  const add = (files: File[]) => {
    if (addFiles(files) > 0) onAdded();
  };
  const addTheSample = async () => {
    if ((await addSample()) > 0) onAdded();
  };
  const dragged = usePageFiles({ onFiles: add, onReach });
  return (
    <>
      <DropZone isSlim={false} dragged={dragged} onReach={onReach} onFiles={add} onSample={addTheSample} />
      <RejectedFiles />
    </>
  );
}
