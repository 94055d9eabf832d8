import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['{packages,services,tools}/*/vitest*.config.ts', 'apps/web/vitest.config.ts'],
  },
});
