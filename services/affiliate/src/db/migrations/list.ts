import type { Migrations } from '@gossamer/service-kit/migrate';
import * as affiliate from './0001-affiliate.ts';

/** Migrations of the affiliate service, in execution order. */
export const migrations: Migrations = { '0001-affiliate': affiliate };
