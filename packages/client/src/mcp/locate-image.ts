import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { identityOf } from '../cli/compress-file.ts';
import { FileFault, type Source } from '../cli/outcome.ts';
import { planTargets } from '../cli/targets.ts';
import { shown } from '../cli/words.ts';
import type { AllowedFolders } from './allowed-folders.ts';

/** An image and the path of its result without an extension. */
export interface LocatedImage {
  source: Source;
  target: string;
  /** URL of an image that the server fetches. Otherwise, the image is a file. */
  url?: string;
  /** Identity of the file, which must not be overwritten. */
  originals: ReadonlySet<string>;
}

/** Maximum length of a file name that is made from a URL. */
const maxNameChars = 100;

export const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/**
 * Finds the image that a tool is to process, and the place of its result.
 * @throws FileFault if the image is no file, or one of the paths is not within the folders
 */
export async function locateImage(
  image: string,
  outFolder: string | undefined,
  folders: AllowedFolders,
): Promise<LocatedImage> {
  if (isUrl(image)) return locateUrl(image, outFolder, folders);
  const { path, realPath } = await folders.find(image);
  const found = await stat(realPath);
  if (found.isDirectory()) throw new FileFault('EISDIR', `${shown(path)} is a folder, not an image.`);
  if (!found.isFile()) throw new FileFault('unsupported_format', `${shown(path)} is not a regular file.`);
  const source = { path, realPath, relativePath: basename(path) };
  const originals = new Set([(await identityOf(realPath)) ?? '']);
  return { source, target: await targetOf(source, outFolder, folders), originals };
}

async function locateUrl(
  url: string,
  outFolder: string | undefined,
  folders: AllowedFolders,
): Promise<LocatedImage> {
  if (outFolder === undefined) {
    throw new FileFault('missing_out_folder', 'The image of a URL has no folder. Name one with outFolder.');
  }
  const source = { path: url, realPath: url, relativePath: nameOf(url) };
  return { source, url, target: await targetOf(source, outFolder, folders), originals: new Set() };
}

async function targetOf(
  source: Source,
  outFolder: string | undefined,
  folders: AllowedFolders,
): Promise<string> {
  const folder = outFolder === undefined ? undefined : await folders.findOutput(outFolder);
  const target = planTargets([source], folder).get(source) ?? source.path;
  await folders.findOutput(dirname(target));
  return target;
}

/** Returns the file name in a URL without characters that have a meaning in paths. @throws FileFault */
export function nameOf(url: string): string {
  if (!URL.canParse(url)) throw new FileFault('invalid_url', `${shown(url)} is not a valid URL.`);
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  const name = decoded(last)
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, '_')
    .replace(/^[.\s]+/, '');
  return name.slice(-maxNameChars) || 'image';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
