import type { Migrations } from '@gossamer/service-kit/migrate';
import * as billing from './0001-billing.ts';

/** In the order they run. */
export const migrations: Migrations = { '0001-billing': billing };
