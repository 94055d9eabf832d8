import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'service-kit',
    include: ['test/**/*.test.ts'],
    globalSetup: ['@gossamer/testkit/stack-with-s3'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
