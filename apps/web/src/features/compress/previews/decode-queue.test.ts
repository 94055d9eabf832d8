import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DecodeAnswer, DecodeRequest } from './decode-messages.ts';
import { DecodeQueue, type DecodeWorker } from './decode-queue.ts';

/** Fake web worker that responds when the test calls `answer`. */
class FakeWorker implements DecodeWorker {
  readonly asked: DecodeRequest[] = [];
  isEnded = false;
  onmessage: DecodeWorker['onmessage'] = null;
  onerror: DecodeWorker['onerror'] = null;
  onmessageerror: DecodeWorker['onmessageerror'] = null;
  postMessage(request: DecodeRequest): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.isEnded = true;
  }
  answer(data: DecodeAnswer): void {
    this.onmessage?.call(this as unknown as Worker, { data } as MessageEvent);
  }
}

const limits = { timeLimitMs: 10_000 };
const requestOf = (name: string): DecodeRequest => ({
  wanted: 'thumbnail',
  blob: new File(['image'], name),
  sidePx: 144,
});
const file = new Blob(['small']);
const namesOf = ({ asked }: FakeWorker) => asked.map(({ blob }) => (blob as File).name);

let workers: FakeWorker[];
let queue: DecodeQueue;
const worker = () => workers.at(-1) ?? expect.fail('no worker was started');

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  queue = new DecodeQueue({
    idleMs: 8_000,
    startWorker: () => {
      workers.push(new FakeWorker());
      return worker();
    },
  });
});
afterEach(() => vi.useRealTimers());

it('the decode queue sends the worker one image at a time, urgent ones first', async () => {
  const first = queue.run(requestOf('1'), limits);
  void queue.run(requestOf('2'), limits);
  void queue.run(requestOf('3'), { ...limits, isUrgent: true });
  expect(namesOf(worker())).toEqual(['1']);
  worker().answer({ file });
  await expect(first).resolves.toEqual({ file });
  expect(namesOf(worker())).toEqual(['1', '3']);
  worker().answer({ file });
  expect(namesOf(worker())).toEqual(['1', '3', '2']);
  expect(workers).toHaveLength(1);
});

it('the decode queue continues after an image that cannot be decoded', async () => {
  const broken = queue.run(requestOf('broken'), limits);
  const whole = queue.run(requestOf('whole'), limits);
  worker().answer({ error: 'InvalidStateError' });
  await expect(broken).rejects.toThrow('InvalidStateError');
  worker().answer({ file });
  await expect(whole).resolves.toEqual({ file });
});

it('the decode queue terminates a hung worker and starts another one for the next image', async () => {
  const poison = queue.run(requestOf('poison'), limits);
  const next = queue.run(requestOf('next'), limits);
  const hanging = worker();
  vi.advanceTimersByTime(10_000);
  await expect(poison).rejects.toThrow('timed out');
  expect(hanging.isEnded).toBe(true);
  expect(workers).toHaveLength(2);
  expect(namesOf(worker())).toEqual(['next']);
  worker().answer({ file });
  await expect(next).resolves.toEqual({ file });
});

it('the decode queue starts another worker after a crash', async () => {
  const first = queue.run(requestOf('1'), limits);
  worker().onerror?.call(worker() as unknown as Worker, new Event('error') as ErrorEvent);
  await expect(first).rejects.toThrow('crashed');
  void queue.run(requestOf('2'), limits);
  expect(workers).toHaveLength(2);
});

it('the decode queue terminates an idle worker', async () => {
  void queue.run(requestOf('1'), limits);
  worker().answer({ file });
  vi.advanceTimersByTime(7_999);
  expect(worker().isEnded).toBe(false);
  vi.advanceTimersByTime(1);
  expect(worker().isEnded).toBe(true);
  void queue.run(requestOf('2'), limits);
  expect(workers).toHaveLength(2);
});

it('the decode queue discards an image whose request is aborted', async () => {
  const closed: string[] = [];
  const bitmap = { close: () => closed.push('bitmap') } as unknown as ImageBitmap;
  const controller = new AbortController();
  const running = queue.run(requestOf('running'), { ...limits, signal: controller.signal });
  const waiting = queue.run(requestOf('waiting'), { ...limits, signal: controller.signal });
  const wanted = queue.run(requestOf('wanted'), limits);
  controller.abort(new Error('closed'));
  await expect(running).rejects.toThrow('closed');
  await expect(waiting).rejects.toThrow('closed');
  worker().answer({ bitmap });
  expect(closed).toEqual(['bitmap']);
  expect(namesOf(worker())).toEqual(['running', 'wanted']);
  worker().answer({ file });
  await expect(wanted).resolves.toEqual({ file });
});

it('the decode queue rejects every image if no worker can be started', async () => {
  const without = new DecodeQueue({
    idleMs: 1,
    startWorker: () => {
      throw new Error('Workers are not supported');
    },
  });
  const all = await Promise.allSettled([
    without.run(requestOf('1'), limits),
    without.run(requestOf('2'), limits),
  ]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
