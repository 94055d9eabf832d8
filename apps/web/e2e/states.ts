import type { Page } from '@playwright/test';
import { fixture, textFile } from './compress-page.ts';

/** A screen in one of its states, reached without a word of any language. */
export type State = {
  name: string;
  path: string;
  reach?: (page: Page) => Promise<void>;
  /** Left out where the window is wide. */
  isPhoneOnly?: boolean;
  /** The banner about cookies has not been answered. */
  asksConsent?: boolean;
};

const fileInput = '[data-testid=drop-zone] input[type=file]';
const rows = '[data-testid=file-row]';

async function addFiles(page: Page): Promise<void> {
  const longName = `${'a-very-long-name-'.repeat(6)}.png`;
  await page
    .locator(fileInput)
    .first()
    .setInputFiles([
      fixture('waterfall.jpg'),
      fixture('terminal.png', longName),
      textFile('broken.jpg', 'image/jpeg'),
      textFile('notes.txt', 'text/plain'),
    ]);
  await page.locator(rows).nth(2).waitFor();
}

async function compress(page: Page): Promise<void> {
  await addFiles(page);
  await page.locator('.action-bar .btn-primary').click();
  await page.waitForFunction(
    (selector) =>
      Array.from(document.querySelectorAll(selector)).every((row) =>
        /completed|failed/.test(row.getAttribute('data-status') ?? ''),
      ),
    rows,
    { timeout: 60_000 },
  );
  await page.locator('.toast').waitFor();
}

export const states: State[] = [
  { name: 'landing', path: '/' },
  { name: 'consent', path: '/', asksConsent: true },
  { name: 'compress', path: '/compress' },
  {
    name: 'advanced',
    path: '/compress?filter=sepia&resize=1',
    reach: (page) => page.locator('main button[aria-expanded=false]').first().click(),
  },
  { name: 'files', path: '/compress', reach: addFiles },
  { name: 'results', path: '/compress', reach: compress },
  {
    name: 'compare',
    path: '/compress',
    reach: async (page) => {
      await compress(page);
      // The first button of a row that is done: an icon, on phones the picture.
      await page.locator(`${rows}[data-status=completed] button:visible`).first().click();
      const pictures = page.getByRole('dialog').locator('img');
      await pictures.nth(1).waitFor();
      await Promise.all(
        [0, 1].map((side) => pictures.nth(side).evaluate((image: HTMLImageElement) => image.decode())),
      );
    },
  },
  {
    name: 'clear',
    path: '/compress',
    reach: async (page) => {
      await addFiles(page);
      await page.locator('.action-bar .btn-quiet').click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'settings-sheet',
    path: '/compress',
    isPhoneOnly: true,
    reach: async (page) => {
      await addFiles(page);
      await page.locator('button.card[aria-haspopup=dialog]').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'languages',
    path: '/compress',
    reach: async (page) => {
      await page.locator('header [aria-haspopup=menu]').last().click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'phone-menu',
    path: '/compress',
    isPhoneOnly: true,
    reach: (page) => page.locator('header [aria-controls]').last().click(),
  },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  { name: 'not-found', path: '/no/such/page' },
];

/** Waits until fonts and pictures are there and nothing moves any more. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let y = 0; y < document.body.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    window.scrollTo(0, 0);
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => {})));
  });
}
