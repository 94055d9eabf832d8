import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'service-kit',
    isolate: false,
    include: ['test/**/*.test.ts'],
    globalSetup: ['@gossamer/testkit/stack-with-s3'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
