import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';

type Props = {
  /** Number of images to review. */
  count: number;
  /** Number of completed images. */
  total: number;
  onReview: (pressed: HTMLElement) => Promise<void>;
};

/** Offers to review images of which one part differs much more from the original than the rest. */
export function ReviewNotice({ count, total, onReview }: Props) {
  const { t } = useTranslation('compress');
  return (
    <div
      role="status"
      className="flex items-center justify-between gap-x-4 border-t border-line bg-raised px-5 py-3 max-md:gap-x-3 max-md:px-4"
      data-testid="review-notice"
    >
      <p className="min-w-0 text-small max-md:text-caption">
        <b className="text-ink">
          {total === 1 ? t('review.titleSingle') : t('review.title', { count, total })}
        </b>{' '}
        <span className="text-ink-2">{t('review.note')}</span>
      </p>
      <Button
        variant="secondary"
        className="shrink-0 max-md:px-3"
        onClick={({ currentTarget }) => void onReview(currentTarget)}
      >
        <Eye aria-hidden size={16} />
        {t('review.action')}
      </Button>
    </div>
  );
}
