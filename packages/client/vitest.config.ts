import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'client',
    isolate: false,
    include: ['test/**/*.test.ts'],
    globalSetup: [
      '@gossamer/testkit/stack',
      '@gossamer/testkit/engine-programs',
      '@gossamer/testkit/interpreters',
      './test/product.ts',
      './test/package.ts',
    ],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
