import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AdSlot } from '../components/ad-slot.tsx';
import { Ticks } from '../components/ui/ticks.tsx';
import type { DropTexts } from '../features/compress/drop/drop-zone.tsx';
import { isSettled, isUnderWay } from '../features/compress/uploads/upload-state.ts';
import { useUploadQueue } from '../features/compress/uploads/uploads-context.tsx';
import { Upsell } from '../features/compress/upsell/upsell.tsx';
import { Workspace } from '../features/compress/workspace.tsx';
import { Sidebar } from '../features/dashboard/lazy-sidebar.ts';
import { useSession } from '../lib/session.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

const ticks = ['batch', 'formats', 'api', 'secure'] as const;

type Props = {
  title: string;
  /** Content below the heading. It is hidden on phones once images have been added. */
  subtitle: ReactNode;
  /** Content that only members see, below the file list and next to the sidebar. */
  membersExtra?: ReactNode;
  /** Texts of a drop zone for archives. If set, the page accepts archives instead of images and has no settings. */
  archiveTexts?: DropTexts | undefined;
  /** Content below the workspace. */
  children: ReactNode;
};

/** A page with the drop zone, the upload queue and the settings. */
export function ToolPage({ title, subtitle, membersExtra, archiveTexts, children }: Props) {
  const { t } = useTranslation('compress');
  const isMember = Boolean(useSession());
  const { items } = useUploadQueue().state;
  const isWorking = items.some(isUnderWay);
  const progress = { done: items.filter(isSettled).length, total: items.length };
  useDocumentTitle(isWorking ? t('titleWorking', progress) : title);
  const phoneClass = items.length > 0 ? 'max-md:hidden' : '';
  return (
    <>
      <div className="page pt-[clamp(1.75rem,1.3rem+1.8vw,3rem)]">
        <div className="mb-5 flex flex-wrap items-end justify-between gap-x-10 gap-y-4 md:mb-7">
          <div>
            <h1>{title}</h1>
            <div className={phoneClass}>{subtitle}</div>
          </div>
          <Ticks labels={ticks.map((tick) => t(`ticks.${tick}`))} className={phoneClass} />
        </div>
        {isMember ? (
          <MembersWorkspace archiveTexts={archiveTexts}>{membersExtra}</MembersWorkspace>
        ) : (
          <VisitorsWorkspace archiveTexts={archiveTexts} />
        )}
      </div>
      {children}
      <AdSlot place="bottom" className="page pt-14" />
    </>
  );
}

/** Workspace with a sidebar. */
function MembersWorkspace({ archiveTexts, children }: Pick<Props, 'archiveTexts' | 'children'>) {
  return (
    <Workspace aside={<Sidebar />} archiveTexts={archiveTexts}>
      <AdSlot place="top" />
      <AdSlot place="mobile" />
      {children}
    </Workspace>
  );
}

function VisitorsWorkspace({ archiveTexts }: Pick<Props, 'archiveTexts'>) {
  return (
    <>
      <Workspace archiveTexts={archiveTexts} />
      <div className="mt-4">
        <Upsell />
      </div>
      <AdSlot place="top" className="mt-4" />
      <AdSlot place="mobile" className="mt-4" />
    </>
  );
}
