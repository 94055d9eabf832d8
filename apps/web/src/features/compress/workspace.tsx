import { DropZone } from './drop/drop-zone.tsx';
import { RejectedFiles } from './drop/rejected-files.tsx';
import { useAddFiles } from './drop/use-add-files.ts';
import { usePaste } from './drop/use-paste.ts';
import { FileList } from './files/file-list.tsx';
import { SettingsLine } from './settings/settings-line.tsx';
import { SettingsPanel } from './settings/settings-panel.tsx';
import { useUploadQueue } from './uploads/uploads-context.tsx';

/** Drop zone, queue and settings. */
export function Workspace() {
  const { items } = useUploadQueue().state;
  const { addFiles, addSample, rejections, dismissRejections } = useAddFiles();
  usePaste(addFiles);
  const hasFiles = items.length > 0;
  return (
    <div
      className={`grid gap-4 wide:grid-cols-[minmax(0,1fr)_23rem] ${hasFiles ? 'items-start' : 'items-stretch'}`}
    >
      <div className={`grid min-w-0 gap-4 ${hasFiles ? '' : 'grid-rows-[1fr]'}`}>
        <DropZone isSlim={hasFiles} onFiles={addFiles} onSample={addSample} />
        <RejectedFiles rejections={rejections} onDismiss={dismissRejections} />
        {hasFiles && <SettingsLine className="md:hidden" />}
        {hasFiles && <FileList />}
      </div>
      <SettingsPanel className={`card ${hasFiles ? 'max-md:hidden wide:sticky wide:top-20' : ''}`} />
    </div>
  );
}
