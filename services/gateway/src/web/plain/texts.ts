import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorCode } from '@gossamer/contracts/errors';
import { planLimits, visitorsPerAddress } from '@gossamer/contracts/limits';
import { type LocaleCode, locales } from '@gossamer/contracts/locales';
import { maxQuality, maxResizePx, minQuality } from '@gossamer/contracts/settings';
import type { ErrorDetails } from '@gossamer/service-kit/errors';
import { z } from 'zod';

const text = z.string().min(1);

/** Schema of `plain.json`, which the web app's build writes in every language. Placeholders are in double braces. */
const schema = z.object({
  page: z.object({
    waiting: text,
    waitingText: text,
    refresh: text,
    done: text,
    sizes: text.includes('{{from}}').includes('{{to}}'),
    smaller: text.includes('{{percent}}'),
    download: text.includes('{{name}}'),
    kept: text.includes('{{hours}}'),
    failed: text,
    again: text,
  }),
  errors: z.record(z.string(), text),
  units: z.object({ bytes: text, kilobytes: text, megabytes: text }),
});
type Texts = z.infer<typeof schema>;

/** Texts of the pages for browsers without JavaScript, in one language. */
export interface PlainTexts {
  page: Texts['page'];
  /** Returns the message for an error, with its details filled in. */
  reason(code: ErrorCode, details?: ErrorDetails | null): string;
  /** Formats a file size in base 1024 with one decimal, in the style "343.2 KB". */
  size(sizeBytes: number): string;
  /** Formats a percentage in the style "64%". */
  percent(percent: number): string;
}

/**
 * Reads the texts from the built web app.
 * @throws if the web app was not built
 */
export async function readPlainTexts(webRoot: string): Promise<(language: LocaleCode) => PlainTexts> {
  const entries = await Promise.all(
    locales.map(async ({ code }) => {
      const json = JSON.parse(await readFile(join(webRoot, 'pages', code, 'plain.json'), 'utf8'));
      return [code, toPlainTexts(schema.parse(json), code)] as const;
    }),
  );
  const byLanguage = new Map(entries);
  return (language) => {
    const texts = byLanguage.get(language);
    if (!texts) throw new Error(`plain texts not found: ${language}`);
    return texts;
  };
}

/** Fills in the placeholders of a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

function toPlainTexts({ page, errors, units }: Texts, language: LocaleCode): PlainTexts {
  // Arabic uses Latin digits, as in the web app.
  const locale = language === 'ar' ? 'ar-u-nu-latn' : language;
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      value,
    );
  const size = (sizeBytes: number) => {
    if (sizeBytes < 1024) return fill(units.bytes, { value: number(sizeBytes, 0) });
    const isMegabytes = sizeBytes >= 1024 ** 2;
    const value = number(sizeBytes / (isMegabytes ? 1024 ** 2 : 1024), 1);
    return fill(isMegabytes ? units.megabytes : units.kilobytes, { value });
  };
  const { free } = planLimits;
  const limits = {
    minQuality,
    maxQuality,
    maxResizePx,
    maxMegabytes: free.maxFileBytes / 1024 ** 2,
    dailyLimit: free.dailyCompressions,
    addressLimit: visitorsPerAddress * free.dailyCompressions,
  };
  return {
    page,
    size,
    percent: (percent) => new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100),
    reason: (code, details) => {
      const values = { ...limits, ...details };
      const closest = Number(details?.closestBytes ?? 0);
      return fill(errors[code] ?? errors.internal ?? code, { ...values, closestSize: size(closest) });
    },
  };
}
