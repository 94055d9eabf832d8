import { ImagePlus } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { GatherMark } from '../../../components/gather-mark.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { usePlanLimits } from '../../../lib/plan-limits.ts';
import { useSession } from '../../../lib/session.ts';
import { FileInput } from './file-input.tsx';
import { FolderButton } from './folder-button.tsx';
import { type Dragged, fileDialogTypes } from './sort-files.ts';

/** The text that is shown during a drag is lazy-loaded when a drag enters the page. */
const DragText = lazyPart(
  () => import('./drag-text.tsx'),
  ({ DragText }) => DragText,
);

type Props = {
  isSlim: boolean;
  /** Files that are being dragged over the page. They can be dropped anywhere on the page (use-page-files.ts). */
  dragged: Dragged | undefined;
  /** Called on hover, focus or drag, so that code can be preloaded before files are added. */
  onReach: () => void;
  onFiles: (files: File[]) => void;
  onSample: () => Promise<unknown>;
  /** Texts for files other than images, such as archives. If set, no sample is offered. */
  texts?: DropTexts | undefined;
};

/** Texts of a drop zone. `input` is the accessible name of the file input. */
export type DropTexts = { title: string; input: string; limits: string };

/**
 * Drop zone. A click anywhere opens the file picker; keyboard users use its buttons. During a drag, it shows how many
 * files a drop would add.
 */
export function DropZone({ isSlim, dragged, onReach, onFiles, onSample, texts }: Props) {
  const { t } = useTranslation('compress');
  const { maxMegabytes, maxBatchFiles: maxFiles } = usePlanLimits();
  const shown = texts ?? {
    title: t('drop.title'),
    input: t('drop.input'),
    limits: t('drop.limits', { maxMegabytes, maxFiles }),
  };
  // Make the drop zone taller for members, because their collapsed settings next to it have one more line.
  const wideHeight = useSession()
    ? 'wide:min-h-[clamp(30rem,calc(100dvh-16rem),52.75rem)]'
    : 'wide:min-h-[clamp(30rem,calc(100dvh-16rem),50.125rem)]';
  const input = useRef<HTMLInputElement>(null);
  const press = (action: () => void) => (event: MouseEvent) => {
    event.stopPropagation();
    action();
  };
  const select = press(() => input.current?.click());

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse; its buttons do the same
    <div
      role="presentation"
      className={
        isSlim
          ? 'drop noscript:hidden flex min-h-16 items-center gap-3.5 px-5 py-3.5 md:min-h-[4.5rem] pointer-coarse:min-h-0! pointer-coarse:p-0!'
          : `drop noscript:hidden grid min-h-[21rem] place-items-center content-center gap-2 px-6 py-8 text-center md:min-h-[30rem] ${wideHeight}`
      }
      data-over={dragged !== undefined || undefined}
      data-slim={isSlim || undefined}
      data-testid="drop-zone"
      onClick={select}
      onPointerEnter={onReach}
      onFocus={onReach}
    >
      {/* The `accept` attribute only filters the file picker. sort-files.ts determines which files are accepted. */}
      <FileInput ref={input} accept={fileDialogTypes} aria-label={shown.input} onFiles={onFiles} />
      {isSlim ? (
        <>
          <ImagePlus aria-hidden size={24} className="text-accent [stroke-width:1.5] pointer-coarse:hidden" />
          <div className="min-w-0 grow pointer-coarse:hidden">
            {dragged ? (
              <DragText dragged={dragged} isSlim />
            ) : (
              <>
                <b className="block">{t('drop.more')}</b>
                <span className="caption max-md:hidden">{t('drop.browseMore', { maxMegabytes })}</span>
              </>
            )}
          </div>
          <Button size="small" className="pointer-coarse:grow" onClick={select}>
            <ImagePlus aria-hidden size={18} className="hidden pointer-coarse:inline" />
            {t('drop.select')}
          </Button>
        </>
      ) : (
        <>
          <GatherMark className="mb-4" />
          {dragged ? (
            <DragText dragged={dragged} />
          ) : (
            <>
              <h2 className="text-[clamp(1.5rem,1.3rem+0.9vw,2rem)]">
                {/* Files cannot be dropped on touch screens. */}
                <span className="pointer-coarse:hidden">{shown.title}</span>{' '}
                <span className="hidden pointer-coarse:inline">{shown.input}</span>
              </h2>
              <p className="pointer-coarse:hidden">{t('drop.browse')}</p>
            </>
          )}
          <div className="mt-4.5 mb-2.5 flex flex-wrap justify-center gap-2.5 max-md:w-full max-md:*:grow">
            <Button variant="primary" size="large" onClick={select}>
              {t('drop.select')}
            </Button>
            {!texts && (
              <Button size="large" onClick={press(() => void onSample())}>
                {t('drop.sample')}
              </Button>
            )}
          </div>
          {/* Reserve two lines on phones to avoid a layout shift, because the fallback font is wider. */}
          <p className="caption text-balance max-md:min-h-[2lh]">{shown.limits}</p>
          <p className="caption">
            <FolderButton onFiles={onFiles} />
          </p>
        </>
      )}
    </div>
  );
}
