import type { Page } from '@playwright/test';
import { CompressPage, fixture } from './compress-page.ts';
import { expect, test } from './test.ts';
import { expectToast, toastOf } from './toasts.ts';

async function reload(page: Page): Promise<void> {
  const answer = page.waitForResponse('**/api/compressions');
  await page.reload();
  await answer;
}

test.describe('a reload of the page', () => {
  // Spec: 2.94, 7.1
  test('restores finished files in order, ready for download', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('terminal.png'));
    await compress.compress();
    await compress.add(fixture('waterfall.jpg'));
    await compress.compress();
    await compress.expectStatus('waterfall.jpg', 'completed');

    await reload(page);
    await expect(compress.rows).toHaveText([/terminal\.png/, /waterfall\.jpg/]);
    await compress.expectStatus('terminal.png', 'completed');
    await expect(compress.row('waterfall.jpg')).toContainText(/-\d+%/);
    const image = compress.row('waterfall.jpg').locator('img');
    await expect(image).toHaveAttribute('src', /^\/api\/preview\//);
    await expect(toastOf(page)).toHaveCount(0);
    const single = await compress.download(compress.button('Download waterfall.jpg'));
    expect(single.fileName).toMatch(/^compressed_waterfall\./);
    expect(single.bytes.length).toBeLessThan(fixture('waterfall.jpg').buffer.length);
  });

  test('restores the order in which files were added, not the order in which they finished', async ({
    page,
  }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('terminal.png', 'first.png'), fixture('terminal.png', 'second.png'));
    let isSecondThere = () => {};
    const second = new Promise<void>((resolve) => (isSecondThere = resolve));
    await page.route(
      '**/api/compress',
      async (route) => {
        await second;
        await route.continue();
      },
      { times: 1 },
    );
    await compress.compressButton.click();
    await compress.expectStatus('second.png', 'completed');
    isSecondThere();
    await compress.expectStatus('first.png', 'completed');

    await reload(page);
    await expect(compress.rows).toHaveText([/first\.png/, /second\.png/]);
    await expect(page.getByTestId('progress')).toHaveCount(0);
  });

  test('lists new files after the restored files', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('terminal.png'));
    await compress.compress();
    await reload(page);
    await expect(compress.rows).toHaveCount(1);
    await compress.add(fixture('city.png'));
    await compress.compress();
    await expect(compress.rows).toHaveText([/terminal\.png/, /city\.png/]);
    await compress.expectStatus('city.png', 'completed');
  });

  test('does not restore files that were removed from the list', async ({ page, isMobile }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('terminal.png'), fixture('waterfall.jpg'));
    await compress.compress();
    // On phones, the list has no button to remove a single file.
    if (!isMobile) {
      await compress.button('Remove terminal.png').click();
      await reload(page);
      await expect(compress.rows).toHaveText([/waterfall\.jpg/]);
    } else {
      await reload(page);
      await expect(compress.rows).toHaveCount(2);
    }
    // Clearing restored files needs no confirmation, because they are marked as downloaded.
    await compress.button('Clear all').click();
    await expectToast(page, 'List cleared');
    await reload(page);
    await expect(page.getByRole('heading', { name: 'Drop images here' })).toBeVisible();
    await expect(compress.rows).toHaveCount(0);
  });

  // Spec: 2.101, 3.35
  test('resumes polling pending compressions', async ({ page }) => {
    const compress = await new CompressPage(page).open();
    await compress.add(fixture('terminal.png'));
    await compress.compress();
    let isSeen = false;
    await page.route('**/api/compressions', async (route) => {
      const answer = await route.fetch();
      const rows = (await answer.json()) as object[];
      const { status, downloadUrl, thumbnailUrl, ...rest } = rows[0] as Record<string, unknown>;
      expect([status, typeof downloadUrl, typeof thumbnailUrl]).toEqual(['completed', 'string', 'string']);
      const json = isSeen ? rows : [{ ...rest, status: 'processing' }];
      await route.fulfill({ response: answer, json });
    });
    await page.reload();
    await compress.expectStatus('terminal.png', 'processing');
    isSeen = true;
    await compress.expectStatus('terminal.png', 'completed');
  });
});

test('/compress does not request earlier compressions for visitors who never uploaded an image', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/compressions') && asked.push(request.url()));
  const compress = await new CompressPage(page).open();
  await compress.add(fixture('terminal.png'));
  await expect(compress.rows).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Drop images here' })).toBeVisible();
  expect(asked).toEqual([]);
});
