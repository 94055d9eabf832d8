import { lazy, Suspense } from 'react';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { DropZone } from './drop/drop-zone.tsx';
import { RejectedFiles } from './drop/rejected-files.tsx';
import { useAddFiles } from './drop/use-add-files.ts';
import { usePageFiles } from './drop/use-page-files.ts';
import { SettingsLine } from './settings/settings-line.tsx';
import { SettingsPanel } from './settings/settings-panel.tsx';
import { useAskedSettings } from './settings/use-asked-settings.ts';
import { useRestoredUploads, useUploadQueue } from './uploads/uploads-context.tsx';

/** The list and its words of failure: fetched when somebody reaches for the drop zone. */
const loadFileList = async () => {
  const [{ FileList }] = await Promise.all([import('./files/file-list.tsx'), loadNamespaces(['errors'])]);
  return { default: FileList };
};
const FileList = lazy(loadFileList);

/** Drop zone, queue and settings. */
export function Workspace() {
  const { items } = useUploadQueue().state;
  const { addFiles, addSample, rejections, dismissRejections } = useAddFiles();
  usePageFiles(addFiles);
  useAskedSettings();
  useRestoredUploads();
  const prefetch = () => void loadFileList().catch(() => {});
  const hasFiles = items.length > 0;
  return (
    <div
      className={`grid gap-4 wide:grid-cols-[minmax(0,1fr)_23rem] ${hasFiles ? 'items-start' : 'items-stretch'}`}
    >
      <div className={`grid min-w-0 gap-4 ${hasFiles ? '' : 'grid-rows-[1fr]'}`}>
        <DropZone isSlim={hasFiles} onReach={prefetch} onFiles={addFiles} onSample={addSample} />
        <RejectedFiles rejections={rejections} onDismiss={dismissRejections} />
        {hasFiles && <SettingsLine className="md:hidden" />}
        {hasFiles && (
          <Suspense>
            <FileList />
          </Suspense>
        )}
      </div>
      <SettingsPanel className={`card ${hasFiles ? 'max-md:hidden wide:sticky wide:top-20' : ''}`} />
    </div>
  );
}
