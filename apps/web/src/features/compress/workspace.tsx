import type { ReactNode } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { type DropTexts, DropZone } from './drop/drop-zone.tsx';
import { RejectedFiles } from './drop/lazy-rejected-files.ts';
import { PlainForm } from './drop/plain-form.tsx';
import { useAddFiles } from './drop/use-add-files.ts';
import { useAddSample } from './drop/use-add-sample.ts';
import { useInstalledApp } from './drop/use-installed-app.ts';
import { usePageFiles } from './drop/use-page-files.ts';
import { Allowance } from './limits/allowance.tsx';
import { SettingsPanel } from './settings/settings-panel.tsx';
import { useRestoredUploads, useUploadQueue } from './uploads/uploads-context.tsx';

/** The file list is lazy-loaded together with its texts and the error texts. */
const FileList = lazyPart(
  () => import('./files/file-list.tsx'),
  ({ FileList }) => FileList,
  'compressMore',
  'errors',
);
const SettingsLine = lazyPart(
  () => import('./settings/settings-line.tsx'),
  ({ SettingsLine }) => SettingsLine,
  'compressMore',
);

/**
 * Preloads the components that are shown once files have been added. Called when the pointer, the keyboard focus or a
 * drag reaches the drop zone.
 */
function prefetch() {
  for (const part of [FileList, RejectedFiles, SettingsLine]) void part.preload();
}

type Props = {
  /** Content below the settings. */
  aside?: ReactNode;
  /** Content below the file list, next to the settings column. */
  children?: ReactNode;
  /** Texts of a drop zone for archives. If set, the page has no settings and offers no sample. */
  archiveTexts?: DropTexts | undefined;
};

/** Main area of the compress screen: the drop zone, the upload queue and the settings. */
export function Workspace({ aside, children, archiveTexts }: Props) {
  const { items, rejections } = useUploadQueue().state;
  const addFiles = useAddFiles();
  const addSample = useAddSample(addFiles);
  useRestoredUploads();
  const dragged = usePageFiles({ onFiles: addFiles, onReach: prefetch });
  useInstalledApp(addFiles);
  const hasFiles = items.length > 0;
  const hasSettings = !archiveTexts;
  const columnsClass = hasSettings || aside ? 'wide:grid-cols-[minmax(0,1fr)_23rem]' : '';
  return (
    // The drop zone is as tall as the collapsed settings and keeps its height when they expand.
    <div
      className={`grid grid-cols-1 items-start gap-4 ${columnsClass} ${children ? 'wide:grid-rows-[auto_1fr]' : ''}`}
    >
      <div className="grid min-w-0 gap-4">
        {/* Browsers that run scripts ignore the content of this element, so their bundle omits the form. */}
        <noscript>{import.meta.env.SSR && <PlainForm />}</noscript>
        <DropZone
          isSlim={hasFiles}
          dragged={dragged}
          onReach={prefetch}
          onFiles={addFiles}
          onSample={addSample}
          texts={archiveTexts}
        />
        {rejections.length > 0 && <RejectedFiles />}
        <Allowance />
        {hasFiles && hasSettings && <SettingsLine className="md:hidden" />}
        {hasFiles && <FileList />}
      </div>
      <SideColumn hasSettings={hasSettings} hasFiles={hasFiles}>
        {aside}
      </SideColumn>
      {children && <div className="grid min-w-0 gap-4">{children}</div>}
    </div>
  );
}

type SideColumnProps = { hasSettings: boolean; hasFiles: boolean; children: ReactNode };

/** The settings and the content below them. On medium viewports, the second and third cards share a row. */
function SideColumn({ hasSettings, hasFiles, children }: SideColumnProps) {
  return (
    <div
      className={`grid min-w-0 gap-4 md:max-wide:not-last:grid-cols-2 md:max-wide:[&>:is(:first-child,:nth-child(n+4))]:col-span-full wide:not-last:[grid-area:1/2/span_2] ${hasFiles && !children ? 'wide:sticky wide:top-20' : ''}`}
    >
      {hasSettings && <SettingsPanel className={`card noscript:hidden ${hasFiles ? 'max-md:hidden' : ''}`} />}
      {children}
    </div>
  );
}
