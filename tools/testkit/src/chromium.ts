import { findChromium } from '@gossamer/dev/test-run/browser';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of Chromium. */
    chromium: string;
  }
}

/** Global setup for Vitest: finds Chromium, and installs it if it is missing. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('chromium', await findChromium(process.env, new AbortController().signal));
}
