import { freeTries } from '@gossamer/contracts/limits';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';

type Props = { count: number; onApply: () => void };

/** Offers to compress finished images again after the settings have changed. */
export function ApplyNotice({ count, onApply }: Props) {
  const { t } = useTranslation('compress');
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-x-4 border-t border-line bg-accent-soft px-5 py-3 max-md:gap-x-3 max-md:px-4"
      data-testid="apply-notice"
    >
      <p className="min-w-0 text-small max-md:text-caption">
        <b className="text-ink">{t('apply.title')}</b>{' '}
        <span className="text-ink-2">{t('apply.note', { tries: freeTries })}</span>
      </p>
      <Button variant="secondary" className="shrink-0 max-md:px-3" onClick={onApply}>
        <RefreshCw aria-hidden size={16} />
        {t('apply.action', { count })}
      </Button>
    </div>
  );
}
