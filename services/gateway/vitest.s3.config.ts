import { defineConfig } from 'vitest/config';

/** Runs all tests that use storage again, with an S3 server as the storage. */
export default defineConfig({
  test: {
    name: 'gateway-s3',
    isolate: false,
    include: [
      'test/health.test.ts',
      'test/accounts/delete-account.test.ts',
      'test/compressions/results/finalize.test.ts',
      'test/compressions/results/download.test.ts',
      'test/maintenance/{expire,sweep}.test.ts',
      'test/result-deliveries/delivering.test.ts',
      'test/s3/result-deliveries.test.ts',
      'test/compressions/history/delete-now.test.ts',
      'test/compressions/upload/{accepted,broken-off,refused}.test.ts',
    ],
    env: { TEST_STORAGE: 's3' },
    globalSetup: ['@gossamer/testkit/stack-with-s3'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
