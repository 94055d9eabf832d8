import { describe, expect, it } from 'vitest';
import { compressionOptions, contradictionIn, toSettings } from '../src/api-options.ts';
import { compressionSettings } from '../src/compression-settings.ts';
import { estimateCostMs } from '../src/cost.ts';
import { isMetByResult } from '../src/is-met-by-result.ts';
import { optionFromText, settingsToTexts } from '../src/option-texts.ts';
import { defaultSettings } from '../src/settings.ts';
import { variantFilename } from '../src/variant-names.ts';
import { toVariantSettings, variantFilesOf, variantWidths } from '../src/variant-settings.ts';
import { mainVariant, type VariantGroup, variantKey } from '../src/variants.ts';

const file = { heightPx: 1, sizeBytes: 1, sha256: '', score: null };
const group: VariantGroup = {
  files: [
    { ...file, format: 'avif', widthPx: 1_600 },
    { ...file, format: 'jpeg', widthPx: 800 },
    { ...file, format: 'jpeg', widthPx: 1_200 },
  ],
  skipped: [],
  thumbHash: '',
  placeholderUrl: 'data:image/webp;base64,',
};

describe('requested variants', () => {
  it('are stored sorted and with default values', () => {
    const asked = { widths: ['original', 800, 400, 800] as const, formats: ['webp', 'avif'] as const };
    expect(toVariantSettings(asked)).toEqual({
      widths: [400, 800, 'original'],
      densities: [1],
      formats: ['avif', 'webp'],
    });
    expect(toVariantSettings({ widths: [400] }).formats).toEqual(['avif', 'webp']);
    expect(toVariantSettings({ widths: [400], formats: [] }).formats).toEqual([]);
  });

  it('are stored only in that form', () => {
    const variants = toVariantSettings({ widths: [400, 800] });
    expect(compressionSettings.safeParse({ ...defaultSettings, variants }).success).toBe(true);
    const reversed = { ...variants, widths: [800, 400] };
    expect(compressionSettings.safeParse({ ...defaultSettings, variants: reversed }).success).toBe(false);
  });

  it('survive the conversion to form fields and back', () => {
    const settings = { ...defaultSettings, variants: toVariantSettings({ widths: [400, 'original'] }) };
    const texts = settingsToTexts(settings).map(([name, text]) => [name, optionFromText(name, text)]);
    expect(toSettings(compressionOptions.parse(Object.fromEntries(texts)))).toEqual(settings);
  });

  it.each([
    [{ format: 'webp' }],
    [{ formats: ['webp'] }],
    [{ resizeWidth: 10 }],
    [{ resizePercent: 50 }],
    [{ maxBytes: 1_000 }],
    [{ minBytes: 1_000 }],
  ] as const)('contradict %j', (others) => {
    const options = compressionOptions.parse({ variants: { widths: [400] }, ...others });
    expect(contradictionIn(options)).toBe('variants');
    expect(contradictionIn(compressionOptions.parse({ variants: { widths: [400] } }))).toBeUndefined();
  });

  it('have at most 12 different widths after applying the densities', () => {
    const parse = (widths: number[], densities?: number[]) =>
      compressionOptions.safeParse({ variants: { widths, densities } }).success;
    expect(parse([100, 200, 300, 400], [1, 2, 3])).toBe(true);
    expect(parse([100, 210, 330, 470, 530], [1, 2, 3])).toBe(false);
  });
});

describe('the widths of variants', () => {
  const widthsOf = (originalPx: number, widths: (number | 'original')[], densities: (1 | 2 | 3)[] = [1]) =>
    variantWidths(originalPx, toVariantSettings({ widths, densities }));

  it('are descending, with each width in each density', () => {
    expect(widthsOf(5_000, [400, 800], [1, 2])).toEqual({ widthsPx: [1_600, 800, 400], tooWidePx: [] });
  });

  it('are limited to the width of the original, which replaces larger ones', () => {
    expect(widthsOf(1_000, [400, 1_200, 1_600])).toEqual({
      widthsPx: [1_000, 400],
      tooWidePx: [1_200, 1_600],
    });
    expect(widthsOf(1_000, [1_000, 'original'])).toEqual({ widthsPx: [1_000], tooWidePx: [] });
  });

  it('determine the estimated cost: each file adds to it', () => {
    const facts = {
      inputFormat: 'jpeg',
      decodedPixels: 2_000_000,
      encodedPixels: 2_000_000,
      frames: 1,
      scans: 1,
      formats: undefined,
      quality: 85,
      isSizeLimited: false,
      isArchive: false,
      effort: 'thorough',
    } as const;
    const costOf = (widths: number[]) => {
      const files = variantFilesOf({ widthPx: 2_000, heightPx: 1_000 }, toVariantSettings({ widths }));
      return estimateCostMs({ ...facts, variants: files });
    };
    expect(costOf([800, 1_600])).toBeGreaterThan(costOf([1_600]));
    expect(costOf([1_600])).toBeGreaterThan(estimateCostMs({ ...facts, formats: ['avif'] }));
  });
});

describe('a group of variants', () => {
  it('has the widest fallback as its main file, which is stored as the result', () => {
    const main = mainVariant(group);
    expect(main).toMatchObject({ format: 'jpeg', widthPx: 1_200 });
    const keys = group.files.map((each) => variantKey('results/a/1-1', group, each));
    expect(keys).toEqual(['results/a/1-1-1600.avif', 'results/a/1-1-800.jpg', 'results/a/1-1']);
  });

  it('has file names with the width, in place of the extension of the original', () => {
    expect(variantFilename('my harbor.jpeg', group.files[0]!)).toBe('my harbor-1600w.avif');
    expect(variantFilename('scan', group.files[1]!)).toBe('scan-800w.jpg');
  });

  it('is never replaced by an earlier result, nor does it replace one', () => {
    const variants = toVariantSettings({ widths: [400] });
    expect(isMetByResult(defaultSettings, defaultSettings, 'jpeg')).toBe(true);
    expect(isMetByResult({ ...defaultSettings, variants }, defaultSettings, 'jpeg')).toBe(false);
    expect(isMetByResult(defaultSettings, { ...defaultSettings, variants }, 'jpeg')).toBe(false);
  });
});
