import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'billing',
    isolate: false,
    include: ['test/**/*.test.ts'],
    globalSetup: ['@gossamer/testkit/stack'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
