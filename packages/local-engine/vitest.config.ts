import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'local-engine',
    isolate: false,
    include: ['test/**/*.test.ts'],
    globalSetup: ['@gossamer/testkit/engine-programs', './test/package.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
