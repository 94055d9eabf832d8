import { expect, it } from 'vitest';
import { readWorkerConfig } from '../src/config.ts';

const env = { REDIS_URL: 'redis://127.0.0.1:6379', STORAGE_DIRECTORY: '/tmp' };

it('the configuration rejects a renamed variable with an error that contains the new name', () => {
  expect(readWorkerConfig({ ...env, WORKER_ENGINE_PROCESSES: '3' }).engineProcesses).toBe(3);
  expect(() => readWorkerConfig({ ...env, WORKER_SLOTS: '3' })).toThrow(
    'WORKER_SLOTS has been renamed: set WORKER_ENGINE_PROCESSES instead.',
  );
});
