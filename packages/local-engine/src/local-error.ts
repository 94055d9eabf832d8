import { errorMessage, withDetails } from '@gossamer/contracts/error-messages';
import type { ErrorCode } from '@gossamer/contracts/errors';
import { LocalEngineError, type LocalEngineErrorFacts } from './local-engine-error.ts';

/**
 * Messages of errors that only occur on the user's computer, and of those whose message in the API mentions an upload or
 * a server.
 */
const localMessages = {
  engine_crashed: 'The engine crashed on this image. Export it again, or use a smaller one.',
  engine_unavailable: 'The engine could not be started: {reason}. Install gossamer-engine again.',
  engine_closed: 'The engine was closed before the image was finished. Open a new engine.',
  invalid_request: 'The options must be an object. Pass an object, or leave the options out.',
  empty_file: 'The file is empty. Use another file.',
  file_too_large: 'The file is larger than {maxMegabytes} MB. Use a smaller one.',
  unsupported_format:
    'This file type is not supported. Use a JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF or BMP image.',
  unsupported_codec:
    'This HEIF file uses {codec} coding instead of HEVC or AV1. Convert it to JPEG or PNG first.',
  corrupt_image: 'The image is damaged or incomplete. Export it again.',
  too_many_pixels: 'The image has more than {maxMegapixels} megapixels. Use a smaller one.',
  too_many_frames: 'The animation has more than 2,000 frames. Use a shorter one.',
  multiple_images:
    'The file contains several pages or frames, of which only the first could be kept. Save each page as a file of its own, or the animation as GIF or WebP.',
  camera_raw: 'This is a camera RAW file. Export it as JPEG, PNG or TIFF first.',
  animated_variants: 'Variants of animations are not supported. Use a still image, or leave out "variants".',
  processing_failed:
    'The image could not be processed because of a defect in the engine. Install its newest version, or report the defect.',
  archive_unavailable:
    'Archives need the programs cjxl and djxl. Install them with "apt-get install libjxl-tools", "brew install jpeg-xl" or "dnf install libjxl-utils".',
} satisfies Partial<Record<ErrorCode | 'engine_crashed' | 'engine_unavailable' | 'engine_closed', string>>;

type LocalCode = ErrorCode | keyof typeof localMessages;

/** Creates an error with the English message of its code. */
export function localError(
  code: LocalCode,
  facts: Omit<LocalEngineErrorFacts, 'code'> = {},
): LocalEngineError {
  const { details = {} } = facts;
  const message = isLocal(code) ? withDetails(localMessages[code], details) : errorMessage(code, details);
  return new LocalEngineError(message, { ...facts, code });
}

const isLocal = (code: LocalCode): code is keyof typeof localMessages => Object.hasOwn(localMessages, code);
