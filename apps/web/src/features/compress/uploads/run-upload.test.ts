// @vitest-environment jsdom
import { defaultSettings } from '@gossamer/contracts/settings';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  acceptedAnswer,
  doneAnswer,
  errorAnswer,
  ProtocolServer,
  someCompression,
  someId,
} from '../../../test/protocol-server.ts';
import { type CompressJob, runUpload, type Timing, type UploadEvent } from './run-upload.ts';

declare const jsdom: { reconfigure(options: { url: string }): void };

const timing: Timing = {
  pollIntervalMs: 1,
  pollMaxAttempts: 4,
  resendDelayMs: 1,
  onlineTimeoutMs: 50,
  defaultHoldMs: 5_000,
};
const job: CompressJob = {
  file: new File([new Uint8Array(1_000)], 'a.png', { type: 'image/png' }),
  isSample: false,
  settings: defaultSettings,
  idempotencyKey: 'key-of-this-try-1',
};

let server: ProtocolServer;
beforeEach(async () => {
  server = new ProtocolServer();
  jsdom.reconfigure({ url: await server.start() });
});
afterEach(() => server.stop());

async function run(changes: Partial<CompressJob> = {}, signal = new AbortController().signal) {
  const events: UploadEvent[] = [];
  await runUpload({ ...job, ...changes }, (event) => events.push(event), signal, timing);
  return events;
}
const last = (events: UploadEvent[]) => events.at(-1);

describe('runUpload', () => {
  it('sends the text fields before the file, and the idempotency key in a header', async () => {
    server.uploadAnswers = [doneAnswer];
    await run({
      isSample: true,
      settings: {
        quality: 70,
        format: 'webp',
        resize: { widthPx: 800, heightPx: undefined, maintainAspect: false },
        filter: 'sepia',
      },
    });
    expect(server.uploads).toEqual([
      {
        idempotencyKey: 'key-of-this-try-1',
        fields: [
          ['quality', '70'],
          ['format', 'webp'],
          ['resizeWidth', '800'],
          ['maintainAspect', 'false'],
          ['filter', 'sepia'],
          ['isSample', 'true'],
          ['image', '<file>'],
        ],
        fileName: 'a.png',
        bytes: 1_000,
      },
    ]);
  });

  // Spec: 3.40, 7.16
  it('omits fields of settings that the user did not change', async () => {
    server.uploadAnswers = [doneAnswer];
    await run();
    expect(server.uploads[0]?.fields).toEqual([
      ['quality', '85'],
      ['format', 'auto'],
      ['image', '<file>'],
    ]);
  });

  // Spec: 3.34, 3.36, 3.37, 4.24
  it('completes immediately if the response contains the result', async () => {
    server.uploadAnswers = [doneAnswer];
    const events = await run();
    expect(events.map(({ type }) => type)).toContain('sent');
    expect(last(events)).toMatchObject({
      type: 'completed',
      result: {
        compressedSize: 250,
        compressionRatio: 75,
        downloadUrl: expect.stringMatching(/^\/compressed\//),
      },
    });
    expect(server.polledIds).toEqual([]);
  });

  // Spec: 3.33, 4.25, 4.26
  it('polls after a 202 response until the status is completed, and reports the place in the queue', async () => {
    const queue = { place: 3, waitSeconds: 12 };
    server.uploadAnswers = [acceptedAnswer];
    server.pollAnswers = [
      {
        status: 200,
        body: { ...someCompression({ status: 'processing', compressedSize: undefined }), queue },
      },
      { status: 200, body: someCompression() },
    ];
    const events = await run();
    expect(events).toContainEqual({ type: 'accepted', compressionId: someId });
    expect(events).toContainEqual({ type: 'accepted', compressionId: someId, queue });
    expect(last(events)).toMatchObject({ type: 'completed', result: { compressedSize: 250 } });
    expect(server.polledIds).toEqual([someId, someId]);
  });

  // Spec: 4.28
  it('fails with the code and details of a failed compression', async () => {
    const details = { maxMegapixels: 64 };
    const body = someCompression({ status: 'failed', code: 'too_many_pixels', details });
    server.uploadAnswers = [acceptedAnswer];
    server.pollAnswers = [{ status: 200, body }];
    const failure = { reason: 'too_many_pixels', details };
    expect(last(await run())).toEqual({ type: 'failed', failure });
  });

  // Spec: 4.29, 8.18
  it('ignores failed polls, and fails if the compression has not ended after the last poll', async () => {
    server.uploadAnswers = [acceptedAnswer];
    server.pollAnswers = [
      'cut',
      errorAnswer(500, 'internal'),
      { status: 200, body: someCompression({ status: 'processing' }) },
    ];
    expect(last(await run())).toEqual({ type: 'failed', failure: { reason: 'status_unknown' } });
    expect(server.polledIds).toHaveLength(timing.pollMaxAttempts);
  });

  // Spec: 9.33, 9.34
  it('polls once a second, at most thirty times, by default', async () => {
    server.uploadAnswers = [acceptedAnswer];
    server.pollAnswers = [{ status: 200, body: someCompression({ status: 'processing' }) }];
    const delaysMs: number[] = [];
    const { setTimeout: sleep } = globalThis;
    vi.stubGlobal('setTimeout', (call: () => void, delayMs = 0) => {
      // Ignore timers with other delays, which are not used for polling.
      if (delayMs !== 1_000) return sleep(call, delayMs);
      delaysMs.push(delayMs);
      return sleep(call, 0);
    });
    const events: UploadEvent[] = [];
    await runUpload(job, (event) => events.push(event), new AbortController().signal);
    vi.unstubAllGlobals();
    expect(last(events)).toEqual({ type: 'failed', failure: { reason: 'status_unknown' } });
    expect(delaysMs).toEqual(Array(30).fill(1_000));
    expect(server.polledIds).toHaveLength(30);
  });

  // Spec: 8.19
  it('stops polling if the compression does not exist', async () => {
    server.uploadAnswers = [acceptedAnswer];
    server.pollAnswers = [errorAnswer(404, 'compression_not_found')];
    expect(last(await run())).toEqual({ type: 'failed', failure: { reason: 'compression_not_found' } });
    expect(server.polledIds).toHaveLength(1);
  });

  it.each(['server_busy', 'fleet_busy', 'unavailable'])(
    'puts the item on hold after a 503 response with the code %s',
    async (code) => {
      server.uploadAnswers = [errorAnswer(503, code, { 'retry-after': '7' })];
      const before = Date.now();
      const event = last(await run());
      expect(event?.type).toBe('held');
      const waitMs = event?.type === 'held' ? event.resumeAtMs - before : 0;
      expect(waitMs).toBeGreaterThanOrEqual(7_000);
      expect(waitMs).toBeLessThan(9_000);
      expect(server.uploads).toHaveLength(1);
    },
  );

  it('fails with the code of an error response', async () => {
    server.uploadAnswers = [errorAnswer(413, 'file_too_large')];
    expect(last(await run())).toEqual({ type: 'failed', failure: { reason: 'file_too_large' } });
  });

  it("forwards the server's message for an unknown code", async () => {
    server.uploadAnswers = [errorAnswer(429, 'a_code_of_tomorrow')];
    expect(last(await run())).toEqual({
      type: 'failed',
      failure: { reason: 'unknown', serverMessage: 'A sentence.' },
    });
  });

  // Spec: 8.14
  it('reports a failed compression if an error response contains no reason', async () => {
    server.uploadAnswers = [{ status: 502, body: 'Bad Gateway' }];
    expect(last(await run())).toEqual({ type: 'failed', failure: { reason: 'compression_failed' } });
  });

  // Spec: 8.15
  it('reports an unknown response format if the response violates the contract', async () => {
    server.uploadAnswers = [{ status: 200, body: { hello: 'world' } }];
    expect(last(await run())).toEqual({ type: 'failed', failure: { reason: 'answer_unknown' } });
  });

  it('retries once with the same idempotency key after a lost connection', async () => {
    server.uploadAnswers = ['cut', doneAnswer];
    const events = await run();
    expect(events).toContainEqual({ type: 'wentOffline' });
    expect(last(events)?.type).toBe('completed');
    expect(server.uploads.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      'key-of-this-try-1',
      'key-of-this-try-1',
    ]);
  });

  it('fails after the connection is lost a second time', async () => {
    server.uploadAnswers = ['cut'];
    expect(last(await run())).toEqual({ type: 'failed', failure: { reason: 'network' } });
    expect(server.uploads).toHaveLength(2);
  });

  it('ignores connections lost while the browser is offline, and waits until it is online', async () => {
    server.uploadAnswers = ['cut', 'cut', 'cut', doneAnswer];
    let breaks = 0;
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => breaks === 0);
    const events: UploadEvent[] = [];
    const report = (event: UploadEvent) => {
      events.push(event);
      if (event.type !== 'wentOffline') return;
      breaks++;
      // Stay offline for longer than the delay before the upload is sent again.
      setTimeout(() => {
        breaks = 0;
        window.dispatchEvent(new Event('online'));
      }, 20);
    };
    await runUpload(job, report, new AbortController().signal, { ...timing, onlineTimeoutMs: 5_000 });
    isOnline.mockRestore();
    expect(last(events)?.type).toBe('completed');
    expect(new Set(server.uploads.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(server.uploads).toHaveLength(4);
  });

  it('fails if the browser remains offline', async () => {
    server.uploadAnswers = ['cut'];
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const events = await run();
    isOnline.mockRestore();
    expect(last(events)).toEqual({ type: 'failed', failure: { reason: 'network' } });
    expect(server.uploads).toHaveLength(1);
  });

  it('reports no events after it was aborted', async () => {
    server.uploadAnswers = [acceptedAnswer];
    server.pollAnswers = [{ status: 200, body: someCompression({ status: 'processing' }) }];
    const controller = new AbortController();
    const events: UploadEvent[] = [];
    const report = (event: UploadEvent) => {
      events.push(event);
      if (event.type === 'accepted') controller.abort();
    };
    await runUpload(job, report, controller.signal, timing);
    expect(last(events)?.type).toBe('accepted');
  });
});

describe('runUpload for an earlier compression', () => {
  const route = `POST /api/compression/${someId}/again`;
  const goneAnswer = errorAnswer(410, 'original_expired');

  it('sends the settings instead of the file', async () => {
    server.answers[route] = [doneAnswer];
    const events = await run({ againOf: someId });
    expect(server.requests).toEqual([{ route, body: { settings: defaultSettings } }]);
    expect(server.uploads).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(['sent', 'completed']);
  });

  it('uploads the file if the original has been deleted', async () => {
    server.answers[route] = [goneAnswer];
    server.uploadAnswers = [doneAnswer];
    expect(last(await run({ againOf: someId }))).toMatchObject({ type: 'completed' });
    expect(server.uploads).toHaveLength(1);
  });

  it('fails if the original has been deleted and the file is not in memory', async () => {
    server.answers[route] = [goneAnswer];
    expect(last(await run({ againOf: someId, file: undefined }))).toEqual({
      type: 'failed',
      failure: expect.objectContaining({ reason: 'original_expired' }),
    });
  });

  it('does not upload the file after other errors', async () => {
    server.answers[route] = [errorAnswer(429, 'daily_limit_reached')];
    expect(last(await run({ againOf: someId }))).toMatchObject({ type: 'failed' });
    expect(server.uploads).toEqual([]);
  });
});
