import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import type * as Engine from '../src/index.ts';

/** Imports the installed package. */
export async function importEngine(): Promise<typeof Engine> {
  const file = join(inject('engineFolder'), 'node_modules/gossamer-engine/dist/index.js');
  return import(pathToFileURL(file).href);
}
