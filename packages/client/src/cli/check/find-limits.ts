import type { CheckConfig } from '@gossamer/contracts/check-config';
import picomatch from 'picomatch';

/** What the configuration allows for one image. Undefined properties are not limited. */
export interface Limits extends Omit<CheckConfig['budgets'][number], 'files'> {
  minSavedPercent: number;
  minSavedBytes: number;
}

/**
 * Returns a function that tests whether a path matches one of the globs. A glob without a slash matches the names of files
 * in all folders.
 */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  const tests = globs.map((glob) => picomatch(glob, { dot: true, basename: !glob.includes('/') }));
  return (path) => tests.some((test) => test(path));
}

/**
 * Returns a function that returns the limits of an image by its path. If several budgets apply to the image, each limit is
 * that of the last one that sets it.
 */
export function limitsBy(config: CheckConfig): (path: string) => Limits {
  const { minSavedPercent, minSavedBytes } = config;
  const budgets = config.budgets.map(({ files, ...limits }) => ({
    applies: matcher(typeof files === 'string' ? [files] : files),
    limits,
  }));
  return (path) => {
    const applying = budgets.filter(({ applies }) => applies(path)).map(({ limits }) => limits);
    return Object.assign({ minSavedPercent, minSavedBytes }, ...applying);
  };
}
