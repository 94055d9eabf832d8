// @vitest-environment jsdom
import { defaultSettings } from '@gossamer/contracts/settings';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { i18n, startI18n } from '../../../i18n/i18n.ts';
import { someCompression } from '../../../test/protocol-server.ts';
import { renderPart } from '../../../test/render-part.tsx';
import { someVariants } from '../../../test/some-variants.ts';
import { toResult, type UploadItem } from '../uploads/upload-state.ts';
import { FileRow } from './file-row.tsx';
import type { RowActions } from './use-row-actions.ts';

const actions: RowActions = {
  compare() {},
  download: vi.fn(),
  openSettings() {},
  retry() {},
  apply() {},
  remove() {},
};

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['compress', 'compressMore', 'errors']);
});
beforeEach(() => {
  localStorage.clear();
  const result = toResult(someCompression({ variants: someVariants() }));
  if (!result) throw new Error('Expected a completed compression');
  const item: UploadItem = {
    key: 'a',
    file: { name: 'harbor.jpg', size: 10_000 },
    isSample: false,
    tryCount: 1,
    isDownloaded: false,
    settings: defaultSettings,
    step: { name: 'completed', result },
  };
  renderPart(
    <ul>
      <FileRow item={item} isOutdated={false} maxButtons={4} actions={actions} />
    </ul>,
  );
});

const button = (name: string | RegExp) => screen.getByRole('button', { name });

it('the row states the number and the total size of the files, and lists them on request', () => {
  const toggle = button('3 files, 7 KB');
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('table')).toBeNull();
  fireEvent.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  const table = screen.getByRole('table', { name: 'Files made from harbor.jpg' });
  const rows = within(table).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DimensionsAVIFJPEG',
    '400 × 200–JPEG1.0 KB',
    '800 × 400AVIF2.0 KBJPEG4.0 KB',
  ]);
  const link = within(table).getByRole('link', { name: 'Download harbor-800w.avif' });
  expect(link.getAttribute('href')).toMatch(/^\/api\/download\/a+\/800\.avif$/);
  expect(link.getAttribute('download')).toBe('harbor-800w.avif');
});

it('the list explains in words which variants were not made', () => {
  fireEvent.click(button(/^3 files/));
  const reasons = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(reasons).toContain('1600: wider than the original');
  expect(reasons).toContain('AVIF 400: not smaller than the next wider file');
});

it('the download button of the row says that it saves a ZIP file', () => {
  fireEvent.click(button('Download all files of harbor.jpg as a ZIP'));
  expect(actions.download).toHaveBeenCalledOnce();
});

it('the code follows the entered folder, sizes and text, and is copied with a confirmation', async () => {
  const copied = vi.fn(async (_text: string) => {});
  // jsdom has no clipboard.
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
  fireEvent.click(button('Copy code'));
  const dialog = await screen.findByRole('dialog', { name: 'Code for harbor.jpg' });
  const input = (name: string) => within(dialog).getByRole<HTMLInputElement>('textbox', { name });
  const type = (name: string, value: string) => fireEvent.change(input(name), { target: { value } });
  const code = () => within(dialog).getByTestId('code').textContent;
  expect(code()).toContain('harbor-400w.jpg 400w');
  type('Folder or URL', '/img');
  type('Alternative text', 'A "harbor"');
  type('Sizes', '50vw');
  expect(code()).toContain('/img/harbor-800w.avif 800w');
  expect(code()).toContain('alt="A &quot;harbor&quot;"');
  expect(code()).toContain('sizes="50vw"');
  fireEvent.click(within(dialog).getByRole('button', { name: 'CSS' }));
  expect(code()).toContain('image-set(');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Copy code' }));
  expect(await within(dialog).findByRole('button', { name: 'Copied!' })).toBeTruthy();
  expect(copied.mock.calls).toEqual([[code()]]);
  expect(localStorage.getItem('gossamer.code.folder')).toBe('/img');
});
