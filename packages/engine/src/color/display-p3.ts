import { sharp } from '../sharp.ts';

let profile: Promise<Buffer> | undefined;

/** Returns the Display P3 ICC profile that is built into libvips. It has 480 bytes. */
export function displayP3Profile(): Promise<Buffer> {
  profile ??= readProfile();
  return profile;
}

/** Reads the built-in profile from a generated image, because libvips does not expose the profile directly. */
async function readProfile(): Promise<Buffer> {
  const pixel = { create: { width: 1, height: 1, channels: 3, background: 'black' } } as const;
  const png = await sharp(pixel).withIccProfile('p3').png().toBuffer();
  const { icc } = await sharp(png).metadata();
  if (!icc) throw new Error('libvips has no Display P3 profile');
  return icc;
}
