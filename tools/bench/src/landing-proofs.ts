import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { graphics, photos } from './corpus.ts';
import type { Row } from './figures.ts';
import { avifBytes, graphicBytes, photoBytesAtWorst } from './rows/bytes.ts';

/**
 * Measures the comparisons with other tools on the landing page and writes the figures to the web app. Usage: `node
 * tools/bench/src/landing-proofs.ts`. Takes about ten minutes.
 */

export const proofsFile = resolve(import.meta.dirname, '../../../apps/web/src/features/landing/proofs.json');

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Returns the size of our results relative to a competitor's, in whole percent. */
async function measurePercent(row: Row): Promise<number> {
  const { value } = await row.measure({ profile: { kind: 'none' }, note: print });
  return Math.round(value * 100);
}

if (import.meta.main) {
  const proofs = {
    measuredOn: new Date().toISOString().slice(0, 10),
    photoCount: photos('small').length,
    graphicCount: graphics().length,
    /** Sizes relative to the competitor's, in percent. */
    percents: {
      photos: await measurePercent(photoBytesAtWorst),
      graphics: await measurePercent(graphicBytes),
      avif: await measurePercent(avifBytes),
    },
  };
  writeFileSync(proofsFile, `${JSON.stringify(proofs, null, 2)}\n`);
}
