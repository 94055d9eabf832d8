import type { Migrations } from '@gossamer/service-kit/migrate';
import * as billing from './0001-billing.ts';
import * as cardFingerprint from './0002-card-fingerprint.ts';
import * as taskProgress from './0003-task-progress.ts';

/** Database migrations in execution order. */
export const migrations: Migrations = {
  '0001-billing': billing,
  '0002-card-fingerprint': cardFingerprint,
  '0003-task-progress': taskProgress,
};
