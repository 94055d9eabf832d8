import type { EngineReport } from '@gossamer/contracts/engine-report';
import type { FailureCode } from '@gossamer/contracts/errors';
import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';

/** One accepted upload and what became of it. `pending` ends as `completed` or `failed`, and never leaves those. */
export interface CompressionsTable {
  id: string;
  /** `visitor:<id>`: whoever may see it. */
  owner: string;
  idempotencyKey: string | null;
  status: Generated<'pending' | 'completed' | 'failed'>;
  /** How often it was enqueued; result keys carry it. */
  attempt: Generated<number>;
  requestId: string;

  originalFilename: string;
  originalFormat: InputFormat;
  originalSizeBytes: number;
  originalSha256: string;
  originalKey: string | null;
  settings: JSONColumnType<CompressionSettings>;
  maxPixels: number;
  isSample: boolean;

  resultKey: string | null;
  previewKey: string | null;
  resultFormat: EncodedFormat | null;
  resultSizeBytes: number | null;
  resultSha256: string | null;
  widthPx: number | null;
  heightPx: number | null;
  isAlreadyOptimal: boolean | null;
  report: ColumnType<EngineReport | null, null, EngineReport | null>;
  failureCode: FailureCode | null;

  createdAt: Generated<Date>;
  /** When the reconciler last looked at it. */
  checkedAt: Generated<Date>;
  settledAt: Date | null;
  originalExpiresAt: Date | null;
  resultExpiresAt: Date | null;
}

export interface GatewayTables {
  compressions: CompressionsTable;
}

export type CompressionRow = Selectable<CompressionsTable>;
