import { z } from 'zod';

/** What the engine reads. Told by the bytes of a file, never by its name. */
export const inputFormats = ['jpeg', 'png', 'webp', 'heic'] as const;
export const inputFormat = z.enum(inputFormats);
export type InputFormat = z.infer<typeof inputFormat>;

/** What the engine writes. */
export const encodedFormats = ['jpeg', 'png', 'webp'] as const;
export const encodedFormat = z.enum(encodedFormats);
export type EncodedFormat = z.infer<typeof encodedFormat>;

/** What a client may ask for; `auto` leaves the choice to the engine. */
export const outputFormats = ['auto', ...encodedFormats] as const;
export const outputFormat = z.enum(outputFormats);
export type OutputFormat = z.infer<typeof outputFormat>;

export const mediaTypes: Record<EncodedFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** The extension a result gets, without the dot. */
export const extensions: Record<EncodedFormat, string> = { jpeg: 'jpg', png: 'png', webp: 'webp' };

/** Extensions that the file dialog offers (spec.md section 5), with the dot. */
export const acceptedExtensions = ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif'] as const;
