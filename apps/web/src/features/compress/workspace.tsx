import type { ReactNode } from 'react';
import { extra } from '../../components/extra.tsx';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { DropZone } from './drop/drop-zone.tsx';
import { RejectedFiles } from './drop/rejected-files.tsx';
import { useAddFiles } from './drop/use-add-files.ts';
import { usePageFiles } from './drop/use-page-files.ts';
import { Allowance } from './limits/allowance.tsx';
import { SettingsLine } from './settings/settings-line.tsx';
import { SettingsPanel } from './settings/settings-panel.tsx';
import { useAskedSettings } from './settings/use-asked-settings.ts';
import { useRestoredUploads, useUploadQueue } from './uploads/uploads-context.tsx';

/** The list and its words of failure: fetched when somebody reaches for the drop zone. */
const loadFileList = async () => {
  const [{ FileList }] = await Promise.all([import('./files/file-list.tsx'), loadNamespaces(['errors'])]);
  return FileList;
};
const FileList = extra(loadFileList);

type Props = {
  /** Stands below the settings. */
  aside?: ReactNode;
  /** Stands below the files, beside the rail. */
  children?: ReactNode;
};

/** Drop zone, queue and settings. */
export function Workspace({ aside, children }: Props) {
  const { items } = useUploadQueue().state;
  const { addFiles, addSample } = useAddFiles();
  usePageFiles(addFiles);
  useAskedSettings();
  useRestoredUploads();
  const prefetch = () => void loadFileList().catch(() => {});
  const hasFiles = items.length > 0;
  // Beside a longer rail the drop zone keeps its height, and the settings scroll with what stands below them.
  const isStretched = !hasFiles && !aside;
  return (
    <div className={`workspace ${isStretched ? 'items-stretch' : 'items-start'}`}>
      <div className={`grid min-w-0 gap-4 ${isStretched ? 'grid-rows-[1fr]' : ''}`}>
        <DropZone isSlim={hasFiles} onReach={prefetch} onFiles={addFiles} onSample={addSample} />
        <RejectedFiles />
        <Allowance />
        {hasFiles && <SettingsLine className="md:hidden" />}
        {hasFiles && <FileList />}
      </div>
      <div className={`workspace-rail ${hasFiles && !aside ? 'wide:sticky wide:top-20' : ''}`}>
        <SettingsPanel className={`card ${hasFiles ? 'max-md:hidden' : ''}`} />
        {aside}
      </div>
      {children && <div className="grid min-w-0 gap-4">{children}</div>}
    </div>
  );
}
