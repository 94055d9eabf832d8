import { type CompressionSettings, changesNothing, limitsFileSize, toColorSettings } from './settings.ts';

/**
 * Returns whether the settings can be combined with `archive`: they neither change the image nor remove or select
 * metadata, limit no file size and ask for no format other than JPEG XL.
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
