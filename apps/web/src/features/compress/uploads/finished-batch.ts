import type { Failure } from '../../../lib/api-failure.ts';
import {
  awaitedCompressionId,
  isCompleted,
  isUnderWay,
  totalsOf,
  type UploadsState,
} from './upload-state.ts';

export type BatchSummary = {
  completed: number;
  failed: number;
  /** Number of items that did not start because of the daily limit. */
  heldBack: number;
  /** Number of bytes that the completed items saved. */
  savedBytes: number;
  /** The daily limit if it stopped any items, otherwise the first failure. */
  firstFailure?: Failure | undefined;
};

/**
 * Returns the outcome of the current batch, or undefined if the batch is empty or unfinished. An item whose polling has
 * ended is unfinished as well: the list of compressions tells its outcome later.
 */
export function finishedBatch({ items, batch, reachedLimit }: UploadsState): BatchSummary | undefined {
  const members = items.filter((item) => batch.includes(item.key));
  if (members.length === 0 || members.some((item) => isUnderWay(item) || awaitedCompressionId(item)))
    return undefined;
  const failures = members.flatMap(({ step, problem }) =>
    step.name === 'failed' ? step.failure : (problem ?? []),
  );
  const completed = members.filter((item) => isCompleted(item) && !item.problem).length;
  const heldBack = members.length - completed - failures.length;
  return {
    completed,
    failed: failures.length,
    heldBack,
    savedBytes: totalsOf(members)?.savedBytes ?? 0,
    firstFailure: heldBack > 0 ? reachedLimit : failures[0],
  };
}
