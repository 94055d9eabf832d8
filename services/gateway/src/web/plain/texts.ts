import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorValues } from '@gossamer/contracts/error-values';
import type { ErrorCode, ErrorDetails } from '@gossamer/contracts/errors';
import { type LocaleCode, locales } from '@gossamer/contracts/locales';
import { fillIn } from '@gossamer/service-kit/texts';
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
    shareMissed: text,
    shareMissedText: text,
    shareChoose: text,
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
  /** Formats a file size in base 1024 with one decimal place, such as "343.2 KB". */
  size(sizeBytes: number): string;
  /** Formats a percentage, such as "64%". */
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

function toPlainTexts({ page, errors, units }: Texts, language: LocaleCode): PlainTexts {
  // Arabic uses Latin digits, as in the web app.
  const locale = language === 'ar' ? 'ar-u-nu-latn' : language;
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
      value,
    );
  const size = (sizeBytes: number) => {
    if (sizeBytes < 1024) return fillIn(units.bytes, { value: number(sizeBytes, 0) });
    const isMegabytes = sizeBytes >= 1024 ** 2;
    const value = number(sizeBytes / (isMegabytes ? 1024 ** 2 : 1024), 1);
    return fillIn(isMegabytes ? units.megabytes : units.kilobytes, { value });
  };
  return {
    page,
    size,
    percent: (percent) => new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100),
    reason: (code, details) => {
      const closestSize = size(Number(details?.closestBytes ?? 0));
      return fillIn(errors[code] ?? errors.internal ?? code, {
        ...errorValues(code, details ?? {}, 'free'),
        closestSize,
      });
    },
  };
}
