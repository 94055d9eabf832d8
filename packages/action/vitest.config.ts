import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'action',
    isolate: false,
    include: ['test/**/*.test.ts'],
    globalSetup: [
      '@gossamer/testkit/stack',
      '@gossamer/testkit/engine-programs',
      '../client/test/product.ts',
      './test/build-action.ts',
    ],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
