import { type CompletedItem, isCompleted, type UploadItem } from '../uploads/upload-state.ts';

/** Returns the items whose results a person should look at and has not, those with the worst part first. */
export function itemsToReview(items: readonly UploadItem[], reviewed: ReadonlySet<string>): CompletedItem[] {
  return items
    .filter(isCompleted)
    .filter(({ step: { result } }) => result.report?.needsReview && !reviewed.has(reviewIdOf(result)))
    .sort((one, other) => worstScore(one) - worstScore(other));
}

/** Returns what identifies a result in the list of reviewed results. A new result of the same image has another id. */
export const reviewIdOf = ({ id, downloadUrl = '' }: CompletedItem['step']['result']) => id ?? downloadUrl;

const worstScore = ({ step: { result } }: CompletedItem) => result.report?.worstTileScore ?? 100;
