import { createHash } from 'node:crypto';
import type { Manifest } from '@gossamer/contracts/manifest';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { CompressPage, fixture } from './compress-page.ts';
import { openOnDevice } from './device-page.ts';
import { layoutFaults } from './layout-faults.ts';
import { signUp } from './member.ts';
import { imagesIn, readZip } from './read-zip.ts';
import { expect, test } from './test.ts';

/** Opens the section for a web page and selects exactly the given widths. */
async function chooseWidths(compress: CompressPage, widths: readonly string[]): Promise<void> {
  const { page } = compress;
  await compress.inSettings(async () => {
    await page.getByRole('button', { name: /^Show advanced options/ }).click();
    await page.getByRole('checkbox', { name: 'For a web page' }).check();
    const chips = page.getByRole('group', { name: 'Widths in pixels' });
    const chip = (width: string) => chips.getByRole('button', { name: width, exact: true });
    const before = await chips.locator('[data-chosen]').allTextContents();
    for (const width of widths.filter((each) => !before.includes(each))) {
      if (await chip(width).isVisible()) await chip(width).click();
      else await addWidth(page, width);
    }
    for (const width of before.filter((each) => !widths.includes(each))) await chip(width).click();
  });
}

async function addWidth(page: Page, width: string): Promise<void> {
  await page.getByLabel('Another width (px)').fill(width);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

/** Compresses waterfall.jpg (900 × 600 pixels) in the widths 300, 450 and 900, and expands its list of files. */
async function compressVariants(page: Page): Promise<{ compress: CompressPage; row: Locator }> {
  const compress = await new CompressPage(page).open();
  await chooseWidths(compress, ['300', '450', 'Original']);
  await compress.add(fixture('waterfall.jpg'));
  await compress.compress();
  await compress.expectStatus('waterfall.jpg', 'completed');
  const row = compress.row('waterfall.jpg');
  await row.getByRole('button', { name: /^9 files, / }).click();
  return { compress, row };
}

const names = ['300', '450', '900'].flatMap((width) =>
  ['avif', 'webp', 'jpg'].map((extension) => `waterfall-${width}w.${extension}`),
);

test('an image is made in several widths and formats, which can be downloaded one by one', async ({
  page,
}) => {
  const { compress, row } = await compressVariants(page);
  await expect(row.getByRole('rowheader')).toHaveText(['300 × 200', '450 × 300', '900 × 600']);
  const links = row.getByRole('link');
  await expect(links).toHaveCount(9);
  for (const name of ['waterfall-300w.avif', 'waterfall-450w.webp', 'waterfall-900w.jpg']) {
    const link = row.getByRole('link', { name: `Download ${name}`, exact: true });
    const { fileName, bytes } = await compress.download(link);
    const { autoOrient, format } = await sharp(bytes).metadata();
    const [, widthPx, extension = ''] = /-(\d+)w\.(\w+)$/.exec(name) ?? [];
    expect([fileName, autoOrient.width]).toEqual([name, Number(widthPx)]);
    expect(format).toBe({ avif: 'heif', webp: 'webp', jpg: 'jpeg' }[extension]);
  }
  // The comparison shows the widest JPEG and offers another quality, but no other format.
  // On phones, the button for the comparison is below the buttons of the list and the code.
  const position = { x: 12, y: 12 };
  await row
    .getByRole('button', { name: 'Compare waterfall.jpg' })
    .filter({ visible: true })
    .click({ position });
  const fields = page.getByTestId('try-settings');
  await expect(fields.getByLabel('Quality')).toHaveCount(1);
  await expect(fields.getByRole('button', { name: 'WebP' })).toHaveCount(0);
});

test('the ZIP file of an image contains the listed files, the code and a manifest', async ({ page }) => {
  const { compress, row } = await compressVariants(page);
  const listed = await row
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('download')));
  expect(listed.toSorted()).toEqual(names.toSorted());
  const button = row.getByRole('button', { name: 'Download all files of waterfall.jpg as a ZIP' });
  const { fileName, bytes } = await compress.download(button);
  expect(fileName).toBe('waterfall.zip');
  const files = imagesIn(bytes);
  expect([...files.keys()].toSorted()).toEqual(['waterfall.html', ...names].toSorted());

  const manifest = JSON.parse(String(readZip(bytes).get('manifest.json'))) as Manifest;
  expect(manifest.files.map(({ path }) => path).toSorted()).toEqual(names.toSorted());
  for (const { path, result, variant } of manifest.files) {
    const sha256 = createHash('sha256')
      .update(files.get(path) ?? '')
      .digest('hex');
    expect(result).toMatchObject({ sizeBytes: files.get(path)?.length, sha256 });
    expect(variant?.isMain).toBe(path === 'waterfall-900w.jpg');
    expect(variant?.score).toBeGreaterThan(30);
  }

  // The code shows the image in a page in the same folder.
  const shown = await page.context().newPage();
  await shown.route('**/unpacked/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    const contentType = name.endsWith('html') ? 'text/html' : undefined;
    return route.fulfill({ body: files.get(name) ?? '', ...(contentType && { contentType }) });
  });
  await shown.goto('/unpacked/waterfall.html');
  const image = shown.locator('img');
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await image.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain('.avif');
});

test('the code can be adapted and copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { row } = await compressVariants(page);
  await row.getByRole('button', { name: 'Copy code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Code for waterfall.jpg' });
  await dialog.getByLabel('Folder or URL').fill('/images/');
  await dialog.getByLabel('Alternative text').fill('A waterfall');
  await dialog.getByLabel('Sizes').fill('50vw');
  for (const [kind, text] of [
    ['Markdown', '/images/waterfall-300w.avif 300w'],
    ['Next.js', "from 'next/image'"],
    ['CSS', 'image-set('],
    ['HTML', 'alt="A waterfall"'],
  ] as const) {
    await dialog.getByRole('button', { name: kind }).click();
    await expect(dialog.getByTestId('code')).toContainText(text);
  }
  await expect(dialog.getByTestId('code')).toContainText('sizes="50vw"');
  await dialog.getByRole('button', { name: 'Copy code' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied!' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await dialog.getByTestId('code').textContent());
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: 'Copy code' })).toBeFocused();
});

test('images with the same name get different names in the ZIP file, and code that refers to them', async ({
  page,
}) => {
  const compress = await new CompressPage(page).open();
  await chooseWidths(compress, ['200']);
  const smaller = await sharp(fixture('waterfall.jpg').buffer).resize(600).jpeg().toBuffer();
  await compress.add(fixture('waterfall.jpg'));
  await compress.add({ name: 'waterfall.jpg', mimeType: 'image/jpeg', buffer: smaller });
  await compress.compress();
  const { bytes } = await compress.download(compress.button('Download all'));
  const files = imagesIn(bytes);
  expect([...files.keys()].toSorted()).toEqual(
    ['waterfall', 'waterfall (2)']
      .flatMap((stem) => ['-200w.avif', '-200w.jpg', '-200w.webp', '.html'].map((ending) => stem + ending))
      .toSorted(),
  );
  expect(String(files.get('waterfall (2).html'))).toContain('waterfall%20%282%29-200w.avif');
});

test('settings that would make too many widths are rejected next to the field', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await chooseWidths(compress, ['320', '400', '640', '800', '1200', '1600', '1920']);
  await page.getByRole('checkbox', { name: '2x' }).check();
  await page.getByRole('checkbox', { name: '3x' }).click();
  await expect(page.getByText('At most 12 widths are possible.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: '3x' })).not.toBeChecked();
  await page.getByLabel('Another width (px)').fill('9');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a width from 16 to 16,383 pixels.')).toBeVisible();
});

test('the settings are remembered, and changed ones can be applied again', async ({ page }) => {
  const { compress, row } = await compressVariants(page);
  await page.reload();
  await expect(row.getByRole('button', { name: /^9 files, / })).toBeVisible();
  await compress.inSettings(async () => {
    const show = page.getByRole('button', { name: /^Show advanced options/ });
    if (await show.isVisible()) {
      await expect(show).toContainText('For a web page');
      await show.click();
    }
    await expect(page.getByRole('checkbox', { name: 'For a web page' })).toBeChecked();
    await page.getByRole('button', { name: 'Remove width 450' }).click();
  });
  await page.getByRole('button', { name: 'Apply to 1 image' }).click();
  await expect(row.getByRole('button', { name: /^6 files, / })).toBeVisible({ timeout: 60_000 });
});

test('a transparent image gets PNG files for browsers without WebP', async ({ page }) => {
  const compress = await new CompressPage(page).open();
  await chooseWidths(compress, ['100', 'Original']);
  const circle = Buffer.from(
    '<svg width="300" height="300"><circle cx="150" cy="150" r="140" fill="teal"/></svg>',
  );
  await compress.add({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await sharp(circle).png().toBuffer(),
  });
  await compress.compress();
  const row = compress.row('logo.png');
  await row.getByRole('button', { name: /files?, / }).click();
  const link = row.getByRole('link', { name: 'Download logo-100w.png' });
  const { bytes } = await compress.download(link);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 100, format: 'png', hasAlpha: true });
});

test('on this device, an image with these settings fails and can be sent to the cloud', async ({ page }) => {
  const compress = await openOnDevice(page);
  await chooseWidths(compress, ['300']);
  await compress.add(fixture('waterfall.jpg'));
  await compress.compress();
  const row = compress.row('waterfall.jpg');
  await expect(row).toContainText('files for a web page can be made only in the cloud');
  await row.getByRole('button', { name: 'Process in the cloud' }).click();
  await expect(row.getByRole('button', { name: /^3 files, / })).toBeVisible({ timeout: 60_000 });
});

test('the history of a member offers the code and a ZIP file', async ({ page }) => {
  await signUp(page);
  await compressVariants(page);
  await page.goto('/history');
  const row = page.getByTestId('history-row');
  await row.getByRole('button', { name: 'Copy the code for waterfall.jpg' }).click();
  const dialog = page.getByRole('dialog', { name: 'Code for waterfall.jpg' });
  await expect(dialog.getByTestId('code')).toContainText('waterfall-300w.avif');
  await page.keyboard.press('Escape');
  const zip = row.getByRole('button', { name: 'Download all files of waterfall.jpg as a ZIP' });
  const { fileName, bytes } = await new CompressPage(page).download(zip);
  expect(fileName).toBe('waterfall.zip');
  expect(imagesIn(bytes).size).toBe(10);
});

test('the settings, the list and the code fit in Arabic', async ({ page }) => {
  await page.goto('/compress?lang=ar');
  await page.getByRole('button', { name: 'إظهار الخيارات المتقدمة' }).click();
  await page.getByRole('checkbox', { name: 'لصفحة ويب' }).check();
  await page.getByRole('checkbox', { name: 'JPEG XL' }).check();
  expect(await layoutFaults(page)).toEqual([]);
  await page.locator('input[type=file]').first().setInputFiles(fixture('waterfall.jpg'));
  const row = page.getByTestId('file-row');
  await expect(row.locator('img')).toBeVisible();
  await page.getByRole('button', { name: 'ضغط', exact: true }).click();
  await row.locator('button[aria-expanded]').click({ timeout: 120_000 });
  await expect(row.getByRole('link').first()).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
  await row.getByRole('button', { name: 'نسخ الكود' }).click();
  const code = page.getByRole('dialog').getByTestId('code');
  await expect(code).toHaveCSS('direction', 'ltr');
  expect(await layoutFaults(page)).toEqual([]);
});
