import type { EncodedFormat } from './formats.ts';
import {
  allowsFormat,
  type CompressionSettings,
  changesNothing,
  formatsOf,
  limitsFileSize,
  resolveFormat,
} from './settings.ts';

/**
 * Returns whether compressing an earlier result again with these settings cannot make it smaller. This is the case if
 * the earlier compression could choose from at least the same formats, its quality was the same or lower, and neither
 * compression resizes or edits the image. Returns false if the result contains metadata that these settings remove.
 * Also returns false for archives, because a JPEG would be archived and an archive restored, and for variants, which are
 * several files.
 */
export function isMetByResult(
  settings: CompressionSettings,
  earlier: CompressionSettings,
  result: EncodedFormat,
): boolean {
  const { quality, preserve = [] } = settings;
  const isClean = (earlier.preserve ?? []).every((kind) => preserve.includes(kind));
  // The input of the new compression is the earlier result. With `same`, the earlier input had that format as well.
  const asked = resolveFormat(settings, result);
  const chosen = resolveFormat(earlier, result);
  return (
    !settings.archive &&
    !earlier.archive &&
    !settings.variants &&
    !earlier.variants &&
    changesNothing(settings) &&
    changesNothing(earlier) &&
    // The quality of a result with a limited file size is not known.
    !limitsFileSize(settings) &&
    !limitsFileSize(earlier) &&
    isClean &&
    // An earlier result can contain colors or a gain map that these settings remove.
    (settings.color !== 'srgb' || earlier.color === 'srgb') &&
    (settings.hdr !== 'drop' || earlier.hdr === 'drop') &&
    earlier.quality <= quality &&
    allowsFormat(asked, result) &&
    formatsOf(asked).every((format) => allowsFormat(chosen, format))
  );
}
