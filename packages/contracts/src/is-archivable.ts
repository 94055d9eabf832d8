import { type CompressionSettings, changesNothing, limitsFileSize, toColorSettings } from './settings.ts';

/**
 * Returns whether the settings can be combined with `archive`. They must not change the image, remove or select
 * metadata, limit the file size, or request a format other than JPEG XL.
 */
export function isArchivable(settings: CompressionSettings): boolean {
  const { format, formats = ['jxl'], preserve = [] } = settings;
  return (
    changesNothing(settings) &&
    !limitsFileSize(settings) &&
    Object.keys(toColorSettings(settings)).length === 0 &&
    preserve.length === 0 &&
    (format === 'auto' || format === 'jxl') &&
    formats.every((each) => each === 'jxl')
  );
}
