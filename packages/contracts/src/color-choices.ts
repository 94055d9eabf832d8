/**
 * Colors of the result. `keep` leaves Display P3 colors outside sRGB as they are, `srgb` converts every image to sRGB.
 */
export const colorChoices = ['keep', 'srgb'] as const;
export type ColorChoice = (typeof colorChoices)[number];

/** Whether to keep the gain map of an HDR image. */
export const hdrChoices = ['keep', 'drop'] as const;
export type HdrChoice = (typeof hdrChoices)[number];
