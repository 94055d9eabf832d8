import { defineConfig } from 'vitest/config';

/** Repeats the tests of storage on an S3 server, and adds those that need one. */
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
