import type { Migrations } from '@gossamer/service-kit/migrate';
import * as compressions from './0001-compressions.ts';
import * as reports from './0002-reports.ts';

/** In the order they run. */
export const migrations: Migrations = {
  '0001-compressions': compressions,
  '0002-reports': reports,
};
