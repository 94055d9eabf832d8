import type { Candidate, Contest } from './candidate.ts';
import { better, reachesScore } from './finish.ts';
import type { Encoded } from './image.ts';
import { isIcon } from './small-images.ts';

/**
 * Ratio of a file's size to its estimated size above which the estimate counts as wrong. Up to this ratio, the other
 * estimates are probably too low as well.
 */
const wrongGrowth = 1.15;

/**
 * Encodes those candidates that could be smaller than the existing files, starting with the most promising one. If a
 * file exceeds its estimate, all other estimates are raised by the same factor. Candidates are encoded sequentially,
 * because two concurrent encoders would need twice the memory. If the last estimate was wrong, the most promising of the
 * other candidates is encoded, too, provided that it could be smaller.
 */
export async function writeFiles(
  ready: Encoded[],
  { unwritten, others }: { unwritten: Candidate[]; others: Candidate[] },
  { image, options: { targetScore } }: Contest,
): Promise<Encoded[]> {
  let files = [...ready];
  let factor = 1;
  const limit = () => {
    const reached = files.filter((file) => reachesScore(file, targetScore));
    return Math.min(Infinity, ...reached.map(({ data }) => data.length));
  };
  const add = async (candidate: Candidate) => {
    const { file, growth = 1 } = await candidate.write();
    // For an icon, keep all files until the final choice. For larger images, keep only the best file, to save memory.
    files.push(file);
    if (!isIcon(image)) files = [files.reduce((best, next) => better(best, next, targetScore))];
    factor = growth;
  };
  for (const candidate of unwritten) {
    if (candidate.expectedBytes * factor <= limit()) await add(candidate);
  }
  const [next] = others.toSorted((one, other) => one.expectedBytes - other.expectedBytes);
  if (next && !next.ready && factor > wrongGrowth && next.expectedBytes < limit()) await add(next);
  return files;
}
