import type { CompressionSettings, Resize } from '@gossamer/contracts/settings';

/** One setting of an image, in the form in which each interface of the product accepts it. */
export interface SettingRow {
  settings: Partial<CompressionSettings>;
  /** Form fields of the web page. They also form the query string of a link to the settings. */
  form: Record<string, string>;
  /** Options in JSON, as the API and its client library accept them. */
  options: Record<string, unknown>;
  /** Arguments of the command line. */
  cli: string[];
  /** Command of the command line. Defaults to `compress`. */
  command?: 'variants';
  /**
   * JSON body of the request that sets the setting in the `/shrink` interface. Null if the interface does not offer the
   * setting and must reject a request with it.
   */
  shrink: Record<string, unknown> | null;
}

type SettingName = Exclude<keyof CompressionSettings, 'resize'> | `resize.${keyof Resize}`;

const box = { widthPx: 40, heightPx: 30, maintainAspect: true };
const boxForm = { resizeWidth: '40', resizeHeight: '30', maintainAspect: 'true' };
const boxOptions = { resizeWidth: 40, resizeHeight: 30 };
const boxCli = ['--width', '40', '--height', '30'];
const boxSides = { width: 40, height: 30 };

/**
 * All settings of a compression. Every interface must support or reject each of them, so a new setting needs an entry here. The
 * settings apply to a JPEG of 160 × 120 pixels.
 */
export const settingsTable: Record<SettingName, SettingRow> = {
  quality: {
    settings: { quality: 60 },
    form: { quality: '60' },
    options: { quality: 60 },
    cli: ['--quality', '60'],
    shrink: { quality: 60 },
  },
  format: {
    settings: { format: 'webp' },
    form: { format: 'webp' },
    options: { format: 'webp' },
    cli: ['--format', 'webp'],
    shrink: { convert: { type: 'image/webp' } },
  },
  formats: {
    settings: { format: 'auto', formats: ['webp', 'avif'] },
    form: { formats: 'webp,avif' },
    options: { formats: ['webp', 'avif'] },
    cli: ['--formats', 'webp,avif'],
    shrink: { convert: { type: ['image/webp', 'image/avif'] } },
  },
  'resize.widthPx': {
    settings: { resize: { widthPx: 40, maintainAspect: true } },
    form: { resizeWidth: '40', maintainAspect: 'true' },
    options: { resizeWidth: 40 },
    cli: ['--width', '40'],
    shrink: { resize: { method: 'scale', width: 40 } },
  },
  'resize.heightPx': {
    settings: { resize: { heightPx: 30, maintainAspect: true } },
    form: { resizeHeight: '30', maintainAspect: 'true' },
    options: { resizeHeight: 30 },
    cli: ['--height', '30'],
    shrink: { resize: { method: 'scale', height: 30 } },
  },
  'resize.percent': {
    settings: { resize: { percent: 50, maintainAspect: true } },
    form: { resizePercent: '50' },
    options: { resizePercent: 50 },
    cli: ['--percent', '50'],
    shrink: { resize: { method: 'scale', percent: 50 } },
  },
  'resize.maintainAspect': {
    settings: { resize: { ...box, maintainAspect: false } },
    form: { ...boxForm, maintainAspect: 'false' },
    options: { ...boxOptions, maintainAspect: false },
    cli: [...boxCli, '--fit', 'fill'],
    shrink: { resize: { method: 'fill', ...boxSides } },
  },
  'resize.fit': {
    settings: { resize: { ...box, fit: 'cover' } },
    form: { ...boxForm, fit: 'cover' },
    options: { ...boxOptions, fit: 'cover' },
    cli: [...boxCli, '--fit', 'cover'],
    shrink: { resize: { method: 'cover', ...boxSides } },
  },
  filter: {
    settings: { filter: 'sepia' },
    form: { filter: 'sepia' },
    options: { filter: 'sepia' },
    cli: ['--filter', 'sepia'],
    shrink: { filter: 'sepia' },
  },
  background: {
    settings: { background: '#00aaff' },
    form: { background: '#00aaff' },
    options: { background: '#00AAFF' },
    cli: ['--background', '#00AAFF'],
    shrink: { transform: { background: '#00AAFF' } },
  },
  preserve: {
    settings: { preserve: ['copyright', 'location'] },
    form: { preserve: 'copyright,location' },
    options: { preserve: ['location', 'copyright'] },
    cli: ['--preserve', 'location,copyright'],
    shrink: { preserve: ['location', 'copyright'] },
  },
  color: {
    settings: { color: 'srgb' },
    form: { color: 'srgb' },
    options: { color: 'srgb' },
    cli: ['--color', 'srgb'],
    shrink: { color: 'srgb' },
  },
  hdr: {
    settings: { hdr: 'drop' },
    form: { hdr: 'drop' },
    options: { hdr: 'drop' },
    cli: ['--hdr', 'drop'],
    shrink: { hdr: 'drop' },
  },
  maxBytes: {
    settings: { maxBytes: 2_000 },
    form: { maxBytes: '2000' },
    options: { maxBytes: 2_000 },
    cli: ['--max-size', '2KB'],
    shrink: { target: { maxBytes: 2_000 } },
  },
  minBytes: {
    settings: { minBytes: 1_024 },
    form: { minBytes: '1024' },
    options: { minBytes: 1_024 },
    cli: ['--min-size', '1KB'],
    shrink: { target: { minBytes: 1_024 } },
  },
  onUnreachable: {
    settings: { maxBytes: 2_000, onUnreachable: 'shrink' },
    form: { maxBytes: '2000', onUnreachable: 'shrink' },
    options: { maxBytes: 2_000, onUnreachable: 'shrink' },
    cli: ['--max-size', '2KB', '--on-unreachable', 'shrink'],
    shrink: { target: { maxBytes: 2_000, onUnreachable: 'shrink' } },
  },
  archive: {
    settings: { format: 'jxl', archive: true },
    form: { format: 'jxl', archive: 'true' },
    options: { format: 'jxl', archive: true },
    cli: ['--format', 'jxl', '--archive'],
    shrink: { archive: true },
  },
  variants: {
    settings: { variants: { widths: [40, 'original'], densities: [1, 2], formats: ['webp'] } },
    form: { variants: '{"widths":[40,"original"],"densities":[1,2],"formats":["webp"]}' },
    options: { variants: { widths: ['original', 40], densities: [2, 1], formats: ['webp'] } },
    command: 'variants',
    cli: ['--widths', '40,original', '--densities', '1,2', '--formats', 'webp'],
    // A response of `/shrink` has one file.
    shrink: null,
  },
};
