import { defineConfig } from 'vitest/config';

/** The tests that touch the store, once more on an S3 server. */
export default defineConfig({
  test: {
    name: 'gateway-s3',
    isolate: false,
    include: [
      'test/health.test.ts',
      'test/auth/delete-account.test.ts',
      'test/compression/settle.test.ts',
      'test/download/download.test.ts',
      'test/upkeep/{expire,sweep}.test.ts',
      'test/history/delete-now.test.ts',
      'test/upload/{accepted,broken-off,refused}.test.ts',
    ],
    env: { TEST_STORAGE: 's3' },
    globalSetup: ['@gossamer/testkit/stack-with-s3'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
