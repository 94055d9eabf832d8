import { sharp } from '../sharp.ts';

let profile: Promise<Buffer | undefined> | undefined;

/** Returns the Display P3 ICC profile that is built into libvips. */
export function displayP3Profile(): Promise<Buffer | undefined> {
  profile ??= readProfile();
  return profile;
}

/** Reads the built-in profile from a generated image, because libvips does not expose the profile directly. */
async function readProfile(): Promise<Buffer | undefined> {
  const pixel = { create: { width: 1, height: 1, channels: 3, background: 'black' } } as const;
  const png = await sharp(pixel).withIccProfile('p3').png().toBuffer();
  return (await sharp(png).metadata()).icc;
}
