import { sharp } from '../sharp.ts';

let profile: Promise<Buffer | undefined> | undefined;

/** Returns libvips's built-in ICC profile of Display P3. */
export function displayP3Profile(): Promise<Buffer | undefined> {
  profile ??= readProfile();
  return profile;
}

/** Reads the profile from an image, because libvips does not expose it otherwise. */
async function readProfile(): Promise<Buffer | undefined> {
  const pixel = { create: { width: 1, height: 1, channels: 3, background: 'black' } } as const;
  const png = await sharp(pixel).withIccProfile('p3').png().toBuffer();
  return (await sharp(png).metadata()).icc;
}
