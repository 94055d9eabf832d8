import type { Page } from '@playwright/test';
import { compressByApi, tinyPng } from './api-images.ts';
import { signUp } from './member.ts';
import { expect, test } from './test.ts';

/**
 * Returns texts in which adjacent elements are not separated by a space. Screen readers would read the adjoining words
 * as one.
 */
function touchingWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hosts = document.querySelectorAll('h1, h2, h3, h4, p, a, button, label, dt, dd, th, td');
    return Array.from(hosts).flatMap((host) => {
      if (host.getClientRects().length === 0) return [];
      const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      const spoken = texts.filter(({ parentElement }) => !parentElement?.closest('[aria-hidden=true], pre'));
      const found = spoken.flatMap((text, index) => {
        const last = spoken[index - 1];
        if (!last || last.parentElement === text.parentElement) return [];
        const touches = /[\p{L}\p{N}]$/u.test(last.data) && /^[\p{L}\p{N}]/u.test(text.data);
        return touches ? [`${last.data}|${text.data}`] : [];
      });
      return found;
    });
  });
}

async function expectApart(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect.soft(await touchingWords(page), path).toEqual([]);
  }
}

test('screen readers read adjacent elements as separate words on pages for visitors', async ({ page }) => {
  await expectApart(page, [
    '/',
    '/compress',
    '/pricing',
    '/checkout',
    '/affiliate',
    '/login',
    '/signup',
    '/privacy',
    '/terms',
  ]);
});

test('screen readers read adjacent elements as separate words on pages for members', async ({ page }) => {
  await signUp(page);
  await compressByApi(page, tinyPng('tiny.png'));
  await expectApart(page, ['/', '/history', '/account', '/affiliate']);
});
