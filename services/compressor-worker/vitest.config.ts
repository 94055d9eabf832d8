import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'compressor-worker',
    isolate: false,
    include: ['test/**/*.test.ts'],
    exclude: ['test/s3/**'],
    globalSetup: ['@gossamer/testkit/stack', '@gossamer/testkit/engine-programs'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
