// @vitest-environment jsdom
import { defaultSettings } from '@gossamer/contracts/settings';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '../../../lib/query-client.ts';
import {
  acceptedAnswer,
  doneAnswer,
  errorAnswer,
  ProtocolServer,
  someCompression,
  someId,
} from '../../../test/protocol-server.ts';
import { statusOf } from '../files/status-of.ts';
import { type Uploads, useUploads } from './use-uploads.ts';

declare const jsdom: { reconfigure(options: { url: string }): void };

let server: ProtocolServer;
beforeEach(async () => {
  server = new ProtocolServer();
  jsdom.reconfigure({ url: await server.start() });
});
afterEach(async () => {
  localStorage.clear();
  await server.stop();
});

function renderUploads() {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(useUploads, { wrapper }).result;
}

function compress(uploads: { current: Uploads }, ...names: string[]) {
  act(() => uploads.current.add(names.map((name) => new File(['image'], name))));
  act(() => uploads.current.dispatch({ type: 'started', settings: defaultSettings }));
}

const statuses = (uploads: { current: Uploads }) => uploads.current.state.items.map(statusOf);
const allCompleted = (uploads: { current: Uploads }) => () =>
  expect(statuses(uploads).every((status) => status === 'completed')).toBe(true);

// Spec: 4.23
it('uploads files in order, with at most three in flight', async () => {
  server.uploadAnswers = [doneAnswer];
  server.uploadDelayMs = 60;
  const uploads = renderUploads();
  const names = ['1.png', '2.png', '3.png', '4.png', '5.png', '6.png', '7.png'];
  compress(uploads, ...names);
  await waitFor(allCompleted(uploads), { timeout: 10_000 });
  expect(server.mostUploadsAtOnce).toBe(3);
  const sent = server.uploads.map(({ fileName }) => fileName);
  // Concurrent requests can arrive in any order, but the first three files must be uploaded before all others.
  expect(sent.slice(0, 3).toSorted()).toEqual(names.slice(0, 3));
  expect(sent.toSorted()).toEqual(names);
});

it('resumes uploads automatically after a busy response, with the same idempotency key', async () => {
  server.uploadAnswers = [errorAnswer(503, 'fleet_busy', { 'retry-after': '0' }), doneAnswer];
  const uploads = renderUploads();
  compress(uploads, 'a.png');
  await waitFor(allCompleted(uploads), { timeout: 10_000 });
  const keys = server.uploads.map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

it('completes an item early if the list of compressions contains its result', async () => {
  server.uploadAnswers = [acceptedAnswer];
  server.pollAnswers = [{ status: 200, body: someCompression({ status: 'processing' }) }];
  server.listAnswers = [{ status: 200, body: [someCompression()] }];
  const uploads = renderUploads();
  compress(uploads, 'a.png');
  await waitFor(allCompleted(uploads), { timeout: 10_000 });
});

it('ignores the late outcome of a compression once its item is compressed again', async () => {
  const secondId = 'b'.repeat(32);
  const second = someCompression({ id: secondId, compressedSize: 100, compressionRatio: 90 });
  const processing = (id: string) => ({
    status: 200,
    body: someCompression({ id, status: 'processing' }),
  });
  server.uploadAnswers = [acceptedAnswer];
  server.pollAnswers = [processing(someId)];
  server.listAnswers = [{ status: 200, body: [someCompression()] }];
  server.answers = {
    [`POST /api/compression/${someId}/again`]: [
      { status: 202, body: { compressionId: secondId, message: 'accepted' } },
    ],
    [`GET /api/compression/${secondId}`]: [
      processing(secondId),
      processing(secondId),
      { status: 200, body: second },
    ],
  };
  const uploads = renderUploads();
  compress(uploads, 'a.png');
  await waitFor(allCompleted(uploads), { timeout: 10_000 });
  server.pollAnswers = [{ status: 200, body: someCompression() }];
  act(() => uploads.current.dispatch({ type: 'reapplied', settings: { ...defaultSettings, quality: 40 } }));
  await waitFor(allCompleted(uploads), { timeout: 10_000 });
  expect(uploads.current.state.items[0]?.step).toMatchObject({ result: { compressedSize: 100 } });
});

it('aborts the upload of a removed item and starts the next one', async () => {
  server.uploadAnswers = [doneAnswer];
  server.uploadDelayMs = 100;
  const uploads = renderUploads();
  compress(uploads, 'a.png', 'b.png', 'c.png', 'd.png');
  await waitFor(() => expect(server.uploads).toHaveLength(3), { timeout: 10_000 });
  const removed = uploads.current.state.items[0]!.key;
  act(() => uploads.current.remove(removed));
  await waitFor(allCompleted(uploads), { timeout: 10_000 });
  expect(uploads.current.state.items.map(({ file }) => file.name)).toEqual(['b.png', 'c.png', 'd.png']);
});

it('restores earlier compressions on page load, except removed ones', async () => {
  const [kept, dismissed] = ['b', 'c'].map((letter) => someCompression({ id: letter.repeat(32) }));
  server.uploadAnswers = [doneAnswer];
  server.listAnswers = [{ status: 200, body: [someCompression(), kept, dismissed] }];
  const before = renderUploads();
  act(() => before.current.restore());
  compress(before, 'a.png');
  await waitFor(allCompleted(before), { timeout: 10_000 });
  // `restore` sends no request, because the browser has not uploaded an image yet.
  expect(before.current.state.items).toHaveLength(1);

  const after = renderUploads();
  act(() => after.current.restore());
  await waitFor(() => expect(after.current.state.items).toHaveLength(3), { timeout: 10_000 });
  act(() => after.current.remove('c'.repeat(32)));

  const last = renderUploads();
  act(() => last.current.restore());
  await waitFor(() => expect(last.current.state.items).toHaveLength(2), { timeout: 10_000 });
  expect(last.current.state.items.map(({ key }) => key)).toEqual(['b'.repeat(32), 'a'.repeat(32)]);
});

it('undoing Clear all removes the restored items from the dismissed compressions', async () => {
  localStorage.setItem('gossamer.hasUploaded', '1');
  server.listAnswers = [{ status: 200, body: [someCompression()] }];
  const uploads = renderUploads();
  act(() => uploads.current.restore());
  await waitFor(() => expect(uploads.current.state.items).toHaveLength(1), { timeout: 10_000 });
  act(() => uploads.current.clear());
  expect(localStorage.getItem('gossamer.dismissed')).toContain('aaa');
  act(() => uploads.current.dispatch({ type: 'clearUndone' }));
  expect(localStorage.getItem('gossamer.dismissed')).toBe('[]');
});

it('starts no more uploads once the daily limit is reached', async () => {
  server.uploadAnswers = [doneAnswer, doneAnswer, errorAnswer(429, 'daily_limit_reached')];
  server.uploadDelayMs = 20;
  const uploads = renderUploads();
  compress(uploads, '1.png', '2.png', '3.png', '4.png', '5.png', '6.png', '7.png', '8.png');
  const limit = () => uploads.current.state.reachedLimit?.reason;
  await waitFor(() => expect(limit()).toBe('daily_limit_reached'), { timeout: 10_000 });
  await waitFor(() => expect(statuses(uploads)).not.toContain('processing'), { timeout: 10_000 });
  expect(statuses(uploads).filter((status) => status === 'completed')).toHaveLength(2);
  expect(server.uploads.length).toBeLessThanOrEqual(5);
  expect(statuses(uploads).slice(5)).toEqual(['pending', 'pending', 'pending']);
});
