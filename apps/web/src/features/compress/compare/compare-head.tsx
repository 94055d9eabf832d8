import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { FileName } from '../../../components/file-name.tsx';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';

type Props = {
  name: string;
  position: { index: number; total: number };
  onStep: (step: 1 | -1) => void;
  onDownload: () => void;
};

export function CompareHead({ name, position: { index, total }, onStep, onDownload }: Props) {
  const { t } = useTranslation(['compare', 'common', 'compress']);
  return (
    <header className="relative z-3 flex min-h-14 items-center gap-2 border-b border-line bg-surface ps-[max(0.75rem,env(safe-area-inset-left))] pe-[max(0.75rem,env(safe-area-inset-right))]">
      <Dialog.Close
        aria-label={t('common:close')}
        title={t('common:close')}
        className={buttonStyle({ variant: 'quiet', size: 'icon' })}
      >
        <X aria-hidden size={20} />
      </Dialog.Close>
      <div className="min-w-0 flex-1 leading-[1.3]">
        <Dialog.Title
          aria-label={t('title', { name })}
          title={name}
          className="text-body font-medium tracking-normal text-ink"
        >
          <FileName name={name} />
        </Dialog.Title>
        {total > 1 && <p className="caption tabular-nums">{t('position', { index: index + 1, total })}</p>}
      </div>
      {total > 1 && (
        <>
          <IconButton
            label={t('previous')}
            aria-keyshortcuts="Alt+ArrowLeft"
            disabled={index === 0}
            className="shrink-0"
            onClick={() => onStep(-1)}
          >
            <ChevronLeft aria-hidden size={20} className="rtl:-scale-x-100" />
          </IconButton>
          <IconButton
            label={t('next')}
            aria-keyshortcuts="Alt+ArrowRight"
            disabled={index === total - 1}
            className="shrink-0"
            onClick={() => onStep(1)}
          >
            <ChevronRight aria-hidden size={20} className="rtl:-scale-x-100" />
          </IconButton>
        </>
      )}
      <Button
        variant="primary"
        size="small"
        className="ms-2 shrink-0"
        aria-label={t('compress:files.download', { name })}
        onClick={onDownload}
      >
        <Download aria-hidden size={16} />
        <span className="max-sm:sr-only">{t('download')}</span>
      </Button>
    </header>
  );
}
