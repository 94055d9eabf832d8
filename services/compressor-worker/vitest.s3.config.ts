import { defineConfig } from 'vitest/config';

/** The tests that touch the store, once more on an S3 server, and those that only a server can be put to. */
export default defineConfig({
  test: {
    name: 'compressor-worker-s3',
    isolate: false,
    include: ['test/job/**/*.test.ts', 'test/s3/**/*.test.ts'],
    env: { TEST_STORAGE: 's3' },
    globalSetup: ['@gossamer/testkit/stack-with-s3'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
