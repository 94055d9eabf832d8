import type { compressionOptions } from '@gossamer/contracts/api-options';
import type { EngineReport } from '@gossamer/contracts/engine-report';
import { expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type * as own from '../src/index.ts';

it('the published types match the options and the report of the API', () => {
  expectTypeOf<own.CompressionOptions>().toEqualTypeOf<z.input<typeof compressionOptions>>();
  expectTypeOf<own.EngineReport>().branded.toEqualTypeOf<EngineReport>();
});
