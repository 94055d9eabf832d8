// @vitest-environment jsdom
import { defaultSettings } from '@gossamer/contracts/settings';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { i18n, startI18n } from '../../../i18n/i18n.ts';
import { reduceUploads, type UploadsAction } from '../uploads/reduce-uploads.ts';
import { noUploads, type UploadsState } from '../uploads/upload-state.ts';
import { FileRow } from './file-row.tsx';
import type { RowActions } from './use-row-actions.ts';

beforeAll(async () => {
  await startI18n('en');
  await i18n.loadNamespaces(['compress', 'compressMore', 'errors']);
});

const actions: RowActions = {
  compare() {},
  download() {},
  openSettings() {},
  retry() {},
  apply() {},
  remove() {},
};

/** Keys of all rendered rows. Rendering a row reads its file name, and reading the name adds the key. */
const rendered = new Set<string>();
const uploads = Array.from({ length: 100 }, (_, index) => {
  const key = `key-${index}`;
  const file = new File(['x'], '');
  Object.defineProperty(file, 'name', { get: () => rendered.add(key) && `${key}.png` });
  return { key, file, isSample: false };
});

it('an event of one item re-renders only its own row out of a hundred', () => {
  const list = (state: UploadsState) => (
    <ul>
      {state.items.map((item) => (
        <FileRow key={item.key} item={item} isOutdated={false} maxButtons={3} actions={actions} />
      ))}
    </ul>
  );
  const begun: UploadsAction[] = [
    { type: 'added', uploads },
    { type: 'started', settings: defaultSettings },
    { type: 'uploadStarted', key: 'key-7' },
  ];
  const before = begun.reduce(reduceUploads, noUploads);
  const { rerender } = render(list(before));
  expect(rendered.size).toBe(100);

  rendered.clear();
  const event = { type: 'progressed', sentPercent: 40 } as const;
  rerender(list(reduceUploads(before, { type: 'reported', key: 'key-7', event })));
  expect([...rendered]).toEqual(['key-7']);
  expect(screen.getByText('Uploading, 40%')).toBeDefined();
});
