import { readFileSync } from 'node:fs';
import type { Migrations } from '@gossamer/service-kit/migrate';
import * as compressions from './0001-compressions.ts';
import * as reports from './0002-reports.ts';
import * as accounts from './0003-accounts.ts';
import * as facts from './0004-facts.ts';
import * as acceptCompression from './0005-accept-compression.ts';
import * as refundRequests from './0006-refund-requests.ts';
import * as api from './0007-api.ts';
import * as webhooks from './0008-webhooks.ts';
import * as ownResults from './0009-own-results.ts';
import * as apiKeyScopes from './0010-api-key-scopes.ts';
import * as apiKeyExpiry from './0011-api-key-expiry.ts';
import * as compressionSums from './0012-compression-sums.ts';
import * as visitorRecords from './0013-visitor-records.ts';
import * as sharedObjects from './0014-shared-objects.ts';
import * as failureDetails from './0015-failure-details.ts';
import * as cost from './0016-cost.ts';
import * as names from './0017-names.ts';
import * as queueIndexes from './0018-queue-indexes.ts';
import * as savedSettings from './0019-saved-settings.ts';
import * as compressAgain from './0020-compress-again.ts';
import * as deviceResults from './0021-device-results.ts';
import * as variants from './0022-variants.ts';
import * as resultDeliveries from './0023-result-deliveries.ts';

/** Database migrations in execution order. */
export const migrations: Migrations = {
  '0001-compressions': compressions,
  '0002-reports': reports,
  '0003-accounts': accounts,
  '0004-facts': facts,
  '0005-accept-compression': acceptCompression,
  '0006-refund-requests': refundRequests,
  '0007-api': api,
  '0008-webhooks': webhooks,
  '0009-own-results': ownResults,
  '0010-api-key-scopes': apiKeyScopes,
  '0011-api-key-expiry': apiKeyExpiry,
  '0012-compression-sums': compressionSums,
  '0013-visitor-records': visitorRecords,
  '0014-shared-objects': sharedObjects,
  '0015-failure-details': failureDetails,
  '0016-cost': cost,
  '0017-names': names,
  '0018-queue-indexes': queueIndexes,
  '0019-saved-settings': savedSettings,
  '0020-compress-again': compressAgain,
  '0021-device-results': deviceResults,
  '0022-variants': variants,
  '0023-result-deliveries': resultDeliveries,
};

const functionFiles = [
  'count-up',
  'accept-compression',
  'has-result',
  'finalize-compression',
  'compression-sums',
] as const;

/**
 * SQL that creates the database functions. `npm start`, the tests and the migration Job run it after the migrations, so
 * the schema always contains the current version of each function. The previous release calls these functions until it
 * is replaced, so their signatures must not change.
 */
export const functions = functionFiles
  .map((name) => readFileSync(new URL(`../functions/${name}.sql`, import.meta.url), 'utf8'))
  .join('\n');
