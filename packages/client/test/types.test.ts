import type {
  ApiBatchResult,
  ApiCompression,
  ApiEstimate,
  apiBatch,
  jobOptions,
  WebhookMessage as SentMessage,
} from '@gossamer/contracts/api';
import type { compressionOptions } from '@gossamer/contracts/api-options';
import type { ApiUsage } from '@gossamer/contracts/api-usage';
import type { GossamerConfig } from '@gossamer/contracts/check-config';
import type { ErrorCode as ContractCode, FailureCode } from '@gossamer/contracts/errors';
import type { Manifest } from '@gossamer/contracts/manifest';
import type { MarkupOptions } from '@gossamer/contracts/markup-options';
import type { Problem as SentProblem } from '@gossamer/contracts/problems';
import type { ResultDelivery } from '@gossamer/contracts/result-deliveries';
import type * as markup from '@gossamer/contracts/variant-markup';
import { describe, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type * as own from '../src/index.ts';

describe('the published types', () => {
  it('match what the service sends', () => {
    expectTypeOf<own.Compression>().toEqualTypeOf<ApiCompression>();
    expectTypeOf<own.BatchResult>().toEqualTypeOf<ApiBatchResult>();
    expectTypeOf<own.Estimate>().toEqualTypeOf<ApiEstimate>();
    expectTypeOf<own.Usage>().toEqualTypeOf<ApiUsage>();
    expectTypeOf<own.ResultDelivery>().toEqualTypeOf<ResultDelivery>();
    expectTypeOf<own.Manifest>().toEqualTypeOf<Manifest>();
    expectTypeOf<own.Problem>().toEqualTypeOf<SentProblem>();
    expectTypeOf<own.CompressionMessage>().toEqualTypeOf<SentMessage>();
    expectTypeOf<own.ErrorCode>().toEqualTypeOf<ContractCode>();
    expectTypeOf<own.FailureCode>().toEqualTypeOf<FailureCode>();
  });

  it('match what the service accepts', () => {
    expectTypeOf<own.CompressionOptions>().toEqualTypeOf<z.input<typeof compressionOptions>>();
    expectTypeOf<own.JobNotes>().toEqualTypeOf<Omit<z.input<typeof jobOptions>, 'wait'>>();
    expectTypeOf<own.MarkupOptions>().toEqualTypeOf<MarkupOptions>();
    expectTypeOf<own.VariantMarkup>().toEqualTypeOf<markup.VariantMarkup>();
    expectTypeOf<own.GossamerConfig>().toEqualTypeOf<GossamerConfig>();
    expectTypeOf<own.BatchItem>().branded.toEqualTypeOf<z.input<typeof apiBatch>[number]>();
  });
});
