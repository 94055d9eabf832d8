import { createHash } from 'node:crypto';
import type { Compression } from '@gossamer/contracts/compressions';
import { mainVariant } from '@gossamer/contracts/variants';
import { photo } from '@gossamer/testkit/images';
import { atLeast, exactly, type Measure } from '../measures.ts';
import { killAll } from '../signals.ts';
import { storedFiles } from '../store.ts';
import type { World } from '../world.ts';
import type { Outcome, Row } from './row.ts';

const kills = 4;
const pauseMs = 4_000;

export const variantRows: Row[] = [
  {
    name: 'variants, workers killed every 4 s',
    store: 'directory',
    isDeadly: true,
    neighbors: () => Promise.all([640, 480, 360].map((widthPx) => photo({ widthPx, heightPx: 320 }))),
    load: { fields: { variants: '{"widths":[120,240,"original"]}' }, uploads: 30, overMs: 15_000 },
    fault: async (world) => {
      for (let n = 0; n < kills; n += 1) {
        killAll(world, 'worker');
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      return [];
    },
    check: checkGroups,
  },
];

/**
 * Downloads every variant of every compression, and compares its bytes with the reported hash. Counts the stored objects
 * that belong to no variant: duplicates that a killed attempt left behind are deleted later by the sweeper.
 */
async function checkGroups(world: World, { ids, cookie }: Outcome): Promise<Measure[]> {
  let files = 0;
  let wrong = 0;
  const sizes = new Set<number>();
  for (const id of ids) {
    const answer = await fetch(`${world.url}/api/compression/${id}`, { headers: { cookie } });
    const { variants, compressedSize } = (await answer.json()) as Compression;
    const group = variants?.files ?? [];
    sizes.add(group.length);
    if (variants && mainVariant(variants).sizeBytes !== compressedSize) wrong += 1;
    for (const { url = '', sha256 } of group) {
      const file = await fetch(`${world.url}${url}`, { headers: { cookie } });
      const hash = createHash('sha256').update(Buffer.from(await file.arrayBuffer()));
      files += 1;
      if (!file.ok || hash.digest('hex') !== sha256) wrong += 1;
    }
  }
  const stored = storedFiles(world.store).filter(({ key }) => key.startsWith('results/')).length;
  return [
    atLeast('variants downloaded', files, ids.length * 3),
    exactly('groups without variants', sizes.has(0) ? 1 : 0, 0),
    exactly('variants that are missing or have other bytes', wrong, 0),
    // Every group has its variants and a preview.
    atLeast('stored objects', stored, files + ids.length),
  ];
}
