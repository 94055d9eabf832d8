import { join } from 'node:path';
import { writeSite } from './write-site.ts';

/** Builds the documentation site into `dist/`. The gateway puts its pages into the layout that they share. */
await writeSite(join(import.meta.dirname, '../../..'), join(import.meta.dirname, '../dist'));
