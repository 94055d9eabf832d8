import type { compressionOptions } from '@gossamer/contracts/api-options';
import type { EngineReport } from '@gossamer/contracts/engine-report';
import type { VariantGroup } from '@gossamer/contracts/variants';
import { expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type * as own from '../src/index.ts';

it('the published types match the options, the report and the variants of the API', () => {
  expectTypeOf<own.CompressionOptions>().toEqualTypeOf<z.input<typeof compressionOptions>>();
  expectTypeOf<own.EngineReport>().branded.toEqualTypeOf<EngineReport>();
  type Variants = Omit<own.LocalVariants, 'files'> & { files: Omit<own.LocalVariantFile, 'bytes'>[] };
  expectTypeOf<Variants>().branded.toEqualTypeOf<VariantGroup>();
});
