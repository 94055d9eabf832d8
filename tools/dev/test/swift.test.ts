import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProcessRecords } from '../src/processes/records.ts';
import { requestBucket, type S3Env } from '../src/servers/s3-request.ts';
import { startS3 } from '../src/servers/s3-server.ts';
import { type SwiftServer, startSwift } from '../src/servers/swift.ts';
import { recordedProcesses, untilGone } from './fake-launcher.ts';
import { makeTemporaryDir, removeDir } from './temporary-dir.ts';

// The timeout is long, because the first start on a machine downloads Swift.
const startTimeoutMs = 150_000;
const dataDir = makeTemporaryDir();
const place = { dataDir, supervision: { records: openProcessRecords(dataDir), report: () => {} } };
let swift: SwiftServer;

beforeAll(async () => {
  swift = await startSwift(place);
}, startTimeoutMs);
afterAll(async () => {
  await swift?.stop();
  removeDir(dataDir);
});

it('the Swift test server creates its bucket', async () => {
  expect(swift.version).toMatch(/^\d+\.\d+/);
  expect(await requestBucket('HEAD', swift.env)).toBe(200);
  expect(await requestBucket('HEAD', { ...swift.env, S3_BUCKET: 'another' })).toBe(404);
});

it.each(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
  'the OpenStack Swift server rejects an invalid %s',
  async (name) => {
    expect(await requestBucket('HEAD', { ...swift.env, [name]: 'guessed:key' })).toBe(403);
    await expect(startS3({ ...swift.env, [name]: 'guessed:key' }, place)).rejects.toThrow(
      /cannot be used: 403/,
    );
  },
);

it('a Swift server that the environment specifies is not stopped', async () => {
  const named = await startS3({ ...swift.env }, place);
  await named.stop();

  expect(named).toMatchObject({ env: swift.env satisfies S3Env, text: 'address' });
  expect(await requestBucket('HEAD', swift.env)).toBe(200);
});

it('the Swift test server leaves no process running after it is stopped', async () => {
  const processes = recordedProcesses(dataDir);
  expect([...processes.keys()]).toEqual(['swift']);
  await swift.stop();

  expect(await untilGone(processes.values(), 100)).toBe(true);
  expect(recordedProcesses(dataDir).size).toBe(0);
  await expect(requestBucket('HEAD', swift.env)).rejects.toThrow();
});
