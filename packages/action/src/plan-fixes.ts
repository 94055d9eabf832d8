import { findCommittable, isOwnCommit } from './commit-fixes.ts';
import type { ImageFolder } from './find-images.ts';
import type { Inputs } from './inputs.ts';
import type { ActionEvent } from './read-event.ts';

/** Which images may be compressed and committed. */
export interface FixPlan {
  /** Undefined if nothing is committed. */
  target: { repository: string; headSha: string; branch: string; runnerTemp: string } | undefined;
  mayFix: (path: string) => boolean;
  /** Sentences about images that are not committed, for the report. */
  notes: string[];
}

const none = (...notes: string[]): FixPlan => ({ target: undefined, mayFix: () => false, notes });

/** Decides which images the action may commit. Mode `report` commits none, and forks are never changed. */
export async function planFixes(
  paths: readonly string[],
  { mode }: Pick<Inputs, 'mode'>,
  {
    event,
    folder: { prefix },
    repository,
    runnerTemp,
  }: { event: ActionEvent; folder: ImageFolder; repository: string; runnerTemp: string },
): Promise<FixPlan> {
  if (mode === 'report' || paths.length === 0) return none();
  const { branch, head, pull } = event;
  if (pull?.isFork) return none('Nothing was committed, because the pull request comes from a fork.');
  if (!branch) return none('Nothing was committed, because the event belongs to no branch.');
  const target = { repository, headSha: head.sha, branch, runnerTemp };
  if (await isOwnCommit(target)) {
    return none('Nothing was committed, because the newest commit is that of an earlier run.');
  }
  const inRepository = (path: string) => (prefix === '' ? path : `${prefix}/${path}`);
  const committable = await findCommittable(target, paths.map(inRepository));
  const left = paths.length - committable.size;
  const note = `${left} of ${paths.length} images are only reported: they are stored in Git LFS, or differ from those of the branch.`;
  return {
    target,
    mayFix: (path) => committable.has(inRepository(path)),
    notes: left > 0 ? [note] : [],
  };
}
