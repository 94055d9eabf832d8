import { defineConfig } from 'vitest/config';

/** Runs the storage tests again on an S3 server, as well as the tests that require an S3 server. */
export default defineConfig({
  test: {
    name: 'compressor-worker-s3',
    isolate: false,
    include: ['test/job/**/*.test.ts', 'test/s3/**/*.test.ts'],
    env: { TEST_STORAGE: 's3' },
    globalSetup: ['@gossamer/testkit/stack-with-s3'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
