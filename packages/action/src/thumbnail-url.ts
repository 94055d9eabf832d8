import type { CheckedImage } from 'gossamer/cli/check/checked';
import type { ImageFolder } from './find-images.ts';

/** Formats that browsers show. */
const shownFormats: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'avif'];

export interface Versions {
  /** URL of GitHub, such as `https://github.com`. */
  serverUrl: string;
  before: { repository: string; sha: string };
  /** The commit with the compressed images. Undefined if there is none. */
  after: { repository: string; sha: string } | undefined;
}

/**
 * Returns a function that returns the URL of an image in the repository. GitHub shows no images from data: URLs in comments,
 * and the action has no place to store thumbnails.
 */
export function thumbnailUrls({ serverUrl, before, after }: Versions, { prefix }: ImageFolder) {
  return ({ path, format }: CheckedImage, version: 'before' | 'after'): string | undefined => {
    const commit = version === 'before' ? before : after;
    if (!commit || !shownFormats.includes(format)) return undefined;
    const file = prefix === '' ? path : `${prefix}/${path}`;
    const encoded = file.split('/').map(encodeURIComponent).join('/');
    return `${serverUrl}/${commit.repository}/blob/${commit.sha}/${encoded}?raw=true`;
  };
}
