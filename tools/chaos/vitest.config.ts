import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'chaos',
    isolate: false,
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
