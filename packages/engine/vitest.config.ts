import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'engine',
    isolate: false,
    include: ['test/**/*.test.ts'],
    globalSetup: ['@gossamer/testkit/engine-programs', '@gossamer/testkit/chromium'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
