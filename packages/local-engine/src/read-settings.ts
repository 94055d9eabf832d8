import { compressionOptions, contradictionIn, toSettings } from '@gossamer/contracts/api-options';
import { type FieldFault, settingFaults } from '@gossamer/contracts/setting-faults';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { LocalEngineError } from './local-engine-error.ts';
import { localError } from './local-error.ts';

const names = Object.keys(compressionOptions.shape);

/** Validates options and converts them to settings. @throws LocalEngineError that names the first invalid option */
export function readSettings(given: unknown): CompressionSettings {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw localError('invalid_request');
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw localError('unknown_field', {
      field: unknown,
      details: { name: unknown, allowed: names.join(', ') },
    });
  }
  const parsed = compressionOptions.safeParse(given);
  if (!parsed.success) throw invalidOption(String(parsed.error.issues[0]?.path[0]));
  const contradiction = contradictionIn(parsed.data);
  if (contradiction !== undefined) throw invalidOption(contradiction);
  return toSettings(parsed.data);
}

function invalidOption(field: string): LocalEngineError {
  const faults: Record<string, FieldFault | undefined> = settingFaults;
  const { code, details } = faults[field] ?? { code: 'invalid_request' };
  return localError(code, { field, details });
}
