import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { type CompletedItem, isUnderWay, type UploadItem } from '../uploads/upload-state.ts';
import { readReviewed, rememberReviewed } from './reviewed-results.ts';
import { itemsToReview, reviewIdOf } from './to-review.ts';

/**
 * Returns the images to review and the state of the review. While it is open, `reviewItems` contains the images with
 * which it started, so that their positions do not change.
 */
export function useReview(items: UploadItem[], open: (key: string | undefined) => void) {
  const { t } = useTranslation('compress');
  const showToast = useToast();
  const [reviewed, setReviewed] = useState(readReviewed);
  const [keys, setKeys] = useState<string[]>();
  const waiting = itemsToReview(items, reviewed);
  const reviewItems = keys?.flatMap((key) => items.find((item) => item.key === key) ?? []);

  function start(): string | undefined {
    setKeys(waiting.map(({ key }) => key));
    return waiting[0]?.key;
  }

  /** Remembers that the user keeps a result, and opens the next image or ends the review. */
  function keep({ key, step: { result } }: CompletedItem) {
    const now = new Set(reviewed).add(reviewIdOf(result));
    setReviewed(now);
    if (result.id !== undefined) rememberReviewed(result.id);
    // Images that are being compressed again have to be looked at, too.
    const left = [...itemsToReview(items, now), ...items.filter(isUnderWay)].map((item) => item.key);
    const after = keys?.slice(keys.indexOf(key) + 1) ?? [];
    const next = [...after, ...(keys ?? [])].find((each) => each !== key && left.includes(each));
    if (next === undefined) {
      setKeys(undefined);
      showToast({ title: t('review.done') });
    }
    open(next);
  }

  return { waiting, reviewItems, start, keep, end: () => setKeys(undefined) };
}
