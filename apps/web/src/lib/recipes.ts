import type { OutputFormat } from '@gossamer/contracts/formats';
import type { ColorFilter } from '@gossamer/contracts/settings';
import { withoutSlash } from './without-slash.ts';

/** Fields of the settings form that a task sets. */
type TaskSettings = {
  format?: OutputFormat;
  filter?: ColorFilter;
  isResizing?: boolean;
  goal?: 'size';
  maxKilobytesText?: string;
};

/** A job that has a page of its own, with the settings that it needs. */
export type Task = {
  path: string;
  /** Selects the texts of the page. */
  kind: 'compress' | 'heic' | 'convert' | 'size' | 'resize' | 'grayscale' | 'sepia' | 'vintage' | 'bulk';
  /** Names of the file types that the texts contain. */
  from?: string;
  to?: string;
  settings: TaskSettings;
};

const compress = (path: string, from: string): Task => ({
  path,
  kind: 'compress',
  from,
  settings: { format: 'same' },
});
const convert = (path: string, from: string, to: string, format: OutputFormat): Task => ({
  path,
  kind: 'convert',
  from,
  to,
  settings: { format },
});
const size = (kilobytes: number): Task => ({
  path: `/compress-to-${kilobytes}kb`,
  kind: 'size',
  // Most forms that limit the file size accept only JPEG.
  settings: { format: 'jpeg', goal: 'size', maxKilobytesText: `${kilobytes}` },
});
const filter = (filter: 'grayscale' | 'sepia' | 'vintage'): Task => ({
  path: `/${filter}-filter`,
  kind: filter,
  settings: { filter },
});

/** All tasks, in the order of the list of popular tools. */
export const tasks: readonly Task[] = [
  compress('/compress-jpeg', 'JPEG'),
  compress('/compress-png', 'PNG'),
  compress('/compress-webp', 'WebP'),
  { path: '/compress-heic', kind: 'heic', from: 'HEIC', settings: { format: 'same' } },
  convert('/heic-to-jpg', 'HEIC', 'JPG', 'jpeg'),
  convert('/heic-to-webp', 'HEIC', 'WebP', 'webp'),
  convert('/png-to-webp', 'PNG', 'WebP', 'webp'),
  convert('/png-to-jpg', 'PNG', 'JPG', 'jpeg'),
  convert('/jpg-to-webp', 'JPG', 'WebP', 'webp'),
  convert('/jpg-to-avif', 'JPG', 'AVIF', 'avif'),
  convert('/webp-to-jpg', 'WebP', 'JPG', 'jpeg'),
  convert('/webp-to-png', 'WebP', 'PNG', 'png'),
  ...[20, 50, 100, 200, 500].map(size),
  { path: '/resize-image', kind: 'resize', settings: { isResizing: true } },
  filter('grayscale'),
  filter('sepia'),
  filter('vintage'),
  { path: '/bulk-compression', kind: 'bulk', settings: {} },
];

/** Returns the task whose page has the given URL path, or undefined. */
export function taskAt(pathname: string): Task | undefined {
  const path = withoutSlash(pathname);
  return tasks.find((task) => task.path === path);
}
