import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = z.object({ version: z.string() });

/** Version of the product, from the package.json of the repository. Releases are tagged with it. */
export const productVersion: string = manifest.parse(
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
).version;
