import { type ErrorCode, errorStatuses } from '@gossamer/contracts/errors';
import type { CompressOutcome } from '@gossamer/contracts/jobs';
import { Counter, type Registry } from 'prom-client';
import type { CompressionRow } from '../../db/schema.ts';

export type Source = CompressionRow['source'];

const reconcileOutcomes = ['enqueued', 'replayed', 'given_up'] as const;

/** Counters of compressions. Each label has few possible values, and clients cannot choose them. */
export interface GatewayCounters {
  /** Counts an accepted upload. */
  accepted(source: Source, sizeBytes: number): void;
  /** Counts an upload that was rejected with the given error code. */
  refused(code: ErrorCode): void;
  finalized(outcome: CompressOutcome, source: Source): void;
  /** Counts a reconciler action on a row. */
  reconciled(outcome: (typeof reconcileOutcomes)[number]): void;
}

export function createGatewayCounters(registry: Registry): GatewayCounters {
  const counterOf = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const accepted = counterOf('uploads_accepted_total', 'Accepted uploads', 'source');
  const bytes = counterOf('upload_bytes_total', 'Total size of accepted uploads in bytes', 'source');
  const refused = counterOf('uploads_refused_total', 'Rejected uploads, by error code', 'outcome');
  const finalized = counterOf(
    'compressions_finalized_total',
    'Finalized compressions, by outcome, result format and source',
    ...['outcome', 'format', 'source'],
  );
  const reconciled = counterOf('reconciled_total', 'Compressions repaired by the reconciler', 'outcome');
  // Initialize all outcomes to 0, so that the first increment is visible as an increase.
  for (const outcome of Object.keys(errorStatuses)) refused.inc({ outcome }, 0);
  for (const outcome of reconcileOutcomes) reconciled.inc({ outcome }, 0);
  return {
    accepted: (source, sizeBytes) => {
      accepted.inc({ source });
      bytes.inc({ source }, sizeBytes);
    },
    refused: (outcome) => refused.inc({ outcome }),
    finalized: (outcome, source) =>
      outcome.type === 'image.compressed'
        ? finalized.inc({ outcome: 'completed', format: outcome.format, source })
        : finalized.inc({ outcome: outcome.code, format: 'none', source }),
    reconciled: (outcome) => reconciled.inc({ outcome }),
  };
}
