import type { Migrations } from '@gossamer/service-kit/migrate';
import * as affiliate from './0001-affiliate.ts';

/** In the order they run. */
export const migrations: Migrations = { '0001-affiliate': affiliate };
