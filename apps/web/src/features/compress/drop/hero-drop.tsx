import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { FileInput } from './file-input.tsx';
import { fileDialogTypes } from './sort-files.ts';
import { useOpenInTool } from './use-open-in-tool.ts';
import { usePageFiles } from './use-page-files.ts';

/** The text that is shown during a drag is lazy-loaded when a drag enters the page. */
const DragText = lazyPart(
  () => import('./drag-text.tsx'),
  ({ DragText }) => DragText,
  'compress',
);

type Props = {
  /** Called when the pointer, the focus or a drag reaches the drop zone. */
  onReach: () => void;
};

/**
 * Drop zone of the landing page. Opens /compress with selected, dropped or pasted images and compresses them by
 * default.
 */
export function HeroDrop({ onReach }: Props) {
  const { t } = useTranslation('landing');
  const openInTool = useOpenInTool();
  const prefetch = () => {
    void DragText.preload();
    onReach();
  };
  const dragged = usePageFiles({ onFiles: openInTool, onReach: prefetch });
  const input = useRef<HTMLInputElement>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse; its button does the same
    <div
      role="presentation"
      data-over={dragged !== undefined || undefined}
      data-testid="hero-drop"
      className="drop flex min-h-52 w-full flex-col items-center justify-center gap-4 p-8 text-center wide:min-h-66 pointer-coarse:min-h-0 pointer-coarse:overflow-visible pointer-coarse:border-0 pointer-coarse:bg-transparent pointer-coarse:p-0 pointer-coarse:after:hidden"
      onClick={() => input.current?.click()}
      onPointerEnter={prefetch}
      onFocus={prefetch}
    >
      <FileInput
        ref={input}
        accept={fileDialogTypes}
        aria-label={t('hero.drop.choose')}
        onFiles={(files) => files.length > 0 && openInTool(files)}
      />
      <ImagePlus aria-hidden size={34} className="text-accent [stroke-width:1.25] pointer-coarse:hidden" />
      {/* Hide the hint on touch screens, on which files cannot be dropped. */}
      <div className="pointer-coarse:hidden">
        {dragged ? (
          <DragText dragged={dragged} isSlim />
        ) : (
          <>
            <b className="block text-head tracking-(--g-track-head)">{t('hero.drop.title')}</b>
            <span className="caption">{t('hero.drop.hint')}</span>
          </>
        )}
      </div>
      <Button
        variant="primary"
        size="large"
        className="pointer-coarse:w-full"
        onClick={(event) => {
          event.stopPropagation();
          input.current?.click();
        }}
      >
        {t('hero.drop.choose')}
      </Button>
    </div>
  );
}
