import { describe, expect, it } from 'vitest';
import { compressionSettings } from '../src/compression-settings.ts';
import { outputFormats } from '../src/formats.ts';
import { isMetByResult } from '../src/is-met-by-result.ts';
import {
  allowsFormat,
  type CompressionSettings,
  changesNothing,
  croppingFits,
  defaultSettings,
  preservableMetadata,
  resizeFits,
  resolveFormat,
  toFileSizeSettings,
} from '../src/settings.ts';

const parse = (changed: object) => compressionSettings.safeParse({ ...defaultSettings, ...changed });
const accepts = (changed: object) => parse(changed).success;

describe('settings of previous versions', () => {
  it('remain valid and unchanged', () => {
    const rows = outputFormats.map((format) => ({
      quality: 70,
      format,
      filter: 'sepia' as const,
      resize: { widthPx: 100, maintainAspect: true },
    }));
    for (const row of rows) expect(compressionSettings.parse(row)).toEqual(row);
    expect(Object.keys(compressionSettings.parse(defaultSettings))).toEqual(Object.keys(defaultSettings));
  });
});

describe('the fit of a resize', () => {
  const sides = { widthPx: 100, heightPx: 50, maintainAspect: true };

  it.each(resizeFits)('can be %s, and remains unchanged when parsed', (fit) => {
    const resize = { ...sides, fit };
    expect(parse({ resize }).data?.resize).toEqual(resize);
  });

  it('requires both width and height if it crops', () => {
    for (const fit of resizeFits) {
      const needsBoth = croppingFits.some((cropping) => cropping === fit);
      for (const missing of ['widthPx', 'heightPx'])
        expect(accepts({ resize: { ...sides, fit, [missing]: undefined } })).toBe(!needsBoth);
      expect(accepts({ resize: { maintainAspect: true, fit } })).toBe(false);
    }
    expect(accepts({ resize: { ...sides, fit: 'stretch' } })).toBe(false);
  });
});

describe('a background color', () => {
  it('must be # followed by six lowercase hexadecimal digits', () => {
    expect(accepts({ background: '#00ffa9' })).toBe(true);
    for (const background of ['#00FFA9', '#fff', '#00ffa9ff', '00ffa9', 'white', '#00ffg9', '#00ffa9\n', ''])
      expect([background, accepts({ background })]).toEqual([background, false]);
  });
});

describe('metadata to preserve', () => {
  it('must be listed in a fixed order, without duplicates', () => {
    expect(accepts({ preserve: [...preservableMetadata] })).toBe(true);
    expect(accepts({ preserve: [] })).toBe(true);
    expect(accepts({ preserve: ['location', 'copyright'] })).toBe(false);
    expect(accepts({ preserve: ['copyright', 'copyright'] })).toBe(false);
    expect(accepts({ preserve: ['author'] })).toBe(false);
  });
});

describe('a list of formats', () => {
  it('contains one to four output formats, each once', () => {
    expect(accepts({ formats: ['webp'] })).toBe(true);
    expect(accepts({ formats: ['webp', 'jpeg', 'png', 'avif'] })).toBe(true);
    for (const formats of [[], ['auto'], ['webp', 'webp'], ['heic']])
      expect(accepts({ formats })).toBe(false);
  });

  it('is valid only with the format auto', () => {
    expect(accepts({ formats: ['webp'], format: 'webp' })).toBe(false);
    expect(accepts({ formats: ['webp'], format: 'auto' })).toBe(true);
  });

  it('allows only the formats that it contains', () => {
    const of = (changed: Partial<CompressionSettings>) =>
      (['jpeg', 'png', 'webp', 'avif'] as const).filter((format) =>
        allowsFormat(resolveFormat({ ...defaultSettings, ...changed }, 'jpeg'), format),
      );
    expect(of({})).toEqual(['jpeg', 'png', 'webp']);
    expect(of({ format: 'png' })).toEqual(['png']);
    expect(of({ formats: ['avif', 'jpeg'] })).toEqual(['jpeg', 'avif']);
  });
});

describe('file size limits', () => {
  it('are rejected if they are out of range or if the minimum exceeds the maximum', () => {
    const isValid = (limits: object) => parse(limits).success;
    expect(isValid({ maxBytes: 50_000, minBytes: 50_000, onUnreachable: 'shrink' })).toBe(true);
    expect(isValid({ maxBytes: 50_000, minBytes: 50_001 })).toBe(false);
    for (const bytes of [99, 100_000_001, 500.5]) {
      expect([isValid({ maxBytes: bytes }), isValid({ minBytes: bytes })]).toEqual([false, false]);
    }
    expect(isValid({ maxBytes: 50_000, onUnreachable: 'pad' })).toBe(false);
  });

  it('are stored without default values', () => {
    expect(toFileSizeSettings({ onUnreachable: 'fail' })).toEqual({});
    expect(toFileSizeSettings({ maxBytes: 5_000, onUnreachable: 'closest' })).toEqual({ maxBytes: 5_000 });
    const limits = { minBytes: 5_000, onUnreachable: 'fail' } as const;
    expect(toFileSizeSettings(limits)).toEqual(limits);
  });
});

describe('the format same', () => {
  it.each([
    ['jpeg', 'jpeg'],
    ['png', 'png'],
    ['webp', 'webp'],
    ['heic', 'jpeg'],
  ] as const)('maps the input format %s to %s', (input, format) => {
    const settings = { ...defaultSettings, quality: 40 };
    expect(resolveFormat({ ...settings, format: 'same' }, input)).toEqual({ ...settings, format });
    expect(resolveFormat(settings, input)).toEqual(settings);
  });
});

describe('changesNothing', () => {
  const changes = (changed: Partial<CompressionSettings>) =>
    !changesNothing({ ...defaultSettings, ...changed });

  it('returns false if a setting changes the visible image', () => {
    expect(changes({ resize: { widthPx: 1, maintainAspect: true } })).toBe(true);
    expect(changes({ filter: 'sepia' })).toBe(true);
    expect(changes({ background: '#ffffff' })).toBe(true);
  });

  it('returns true if the settings affect nothing but format, quality and metadata', () => {
    expect(changes({ preserve: ['copyright'] })).toBe(false);
    expect(changes({ formats: ['webp'] })).toBe(false);
    expect(changes({ format: 'webp', quality: 10 })).toBe(false);
  });
});

describe('an earlier result', () => {
  const isMet = (
    asked: Partial<CompressionSettings>,
    earlier: Partial<CompressionSettings> = {},
    format: 'jpeg' | 'webp' = 'webp',
  ) => isMetByResult({ ...defaultSettings, ...asked }, { ...defaultSettings, ...earlier }, format);

  it('satisfies default settings with the same or a higher quality', () => {
    expect(isMet({})).toBe(true);
    expect(isMet({ quality: 90 })).toBe(true);
    expect(isMet({ quality: 80 })).toBe(false);
    expect(isMet({ background: '#ffffff' })).toBe(false);
    expect(isMet({ filter: 'sepia' }, { filter: 'sepia' })).toBe(false);
  });

  it('satisfies new settings only if it has one of the requested formats', () => {
    expect(isMet({ formats: ['webp', 'png'] })).toBe(true);
    expect(isMet({ formats: ['webp', 'png'] }, {}, 'jpeg')).toBe(false);
    expect(isMet({ format: 'jpeg' })).toBe(false);
  });

  it('is reused only if all formats that the new settings allow were considered for it', () => {
    expect(isMet({}, { format: 'webp' })).toBe(false);
    expect(isMet({}, { formats: ['jpeg', 'webp'] })).toBe(false);
    expect(isMet({}, { formats: ['jpeg', 'png', 'webp'] })).toBe(true);
    expect(isMet({ formats: ['avif', 'webp'] })).toBe(false);
    expect(isMet({ format: 'webp' }, { format: 'webp' })).toBe(true);
    expect(isMet({ format: 'webp' }, { formats: ['webp'] })).toBe(true);
    expect(isMet({ formats: ['jpeg', 'webp'] }, { format: 'webp' })).toBe(false);
    expect(isMet({ format: 'same' }, { format: 'same' })).toBe(true);
    expect(isMet({ format: 'same' })).toBe(true);
    expect(isMet({}, { format: 'same' })).toBe(false);
  });

  it('is not reused if its settings or the new settings limit the file size', () => {
    expect(isMet({ maxBytes: 50_000 })).toBe(false);
    expect(isMet({}, { maxBytes: 50_000 })).toBe(false);
    expect(isMet({ minBytes: 50_000 }, { minBytes: 50_000 })).toBe(false);
  });

  it('does not satisfy the default settings if it was resized or filtered or has a background', () => {
    expect(isMet({}, { resize: { widthPx: 10, maintainAspect: true } })).toBe(false);
    expect(isMet({}, { filter: 'sepia' })).toBe(false);
    expect(isMet({}, { background: '#ffffff' })).toBe(false);
  });

  it('does not satisfy new settings that remove colors or HDR from it', () => {
    for (const removing of [{ color: 'srgb' }, { hdr: 'drop' }] as const) {
      expect([isMet(removing), isMet(removing, removing), isMet({}, removing)]).toEqual([false, true, true]);
    }
  });

  it('does not satisfy new settings that remove metadata from it', () => {
    const carrying = { preserve: ['copyright', 'location'] } satisfies Partial<CompressionSettings>;
    expect(isMet({}, carrying)).toBe(false);
    expect(isMet({ preserve: ['copyright'] }, carrying)).toBe(false);
    expect(isMet(carrying, carrying)).toBe(true);
    // The uploaded file is an earlier result without metadata, so there is no metadata to preserve.
    expect(isMet(carrying)).toBe(true);
  });
});
