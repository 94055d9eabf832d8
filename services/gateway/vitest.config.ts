import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'gateway',
    isolate: false,
    include: ['test/**/*.test.ts'],
    exclude: ['test/s3/**'],
    globalSetup: ['@gossamer/testkit/stack'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
