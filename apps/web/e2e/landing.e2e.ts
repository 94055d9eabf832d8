import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { overflowOf } from './layout-faults.ts';
import { expect, test } from './test.ts';

async function openLanding(page: Page): Promise<Locator> {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Images, light as gossamer.' })).toBeVisible();
  const demo = page.getByTestId('demo');
  await expect(demo).toHaveAttribute('data-ready');
  return demo;
}

/** Formats a file size as the landing page does. */
const inKilobytes = (sizeBytes: number) => `${(sizeBytes / 1024).toFixed(2)} KB`;

/** Returns the percentage of the comparison's width that shows the original, or -1 if there is no divider. */
function originalShare(demo: Locator): Promise<number> {
  return demo.evaluate((element) => {
    const line = element.querySelector('[data-testid=demo-line]')?.getBoundingClientRect();
    const all = element.getBoundingClientRect();
    return line ? Math.round(((line.x + line.width / 2 - all.x) / all.width) * 100) : -1;
  });
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

// Spec: 1.5, 1.6, 1.8, 1.9, 1.10, 1.21, 1.23, 1.24, 2.44, 2.47, 2.49, 2.50, 2.51, 2.52, 2.53, 2.54, 2.57
// Spec: 2.58
test('the landing page has every section that the specification requires', async ({ page }) => {
  await openLanding(page);
  const hero = page.getByTestId('hero');
  for (const tick of ['Batch processing', 'Multiple formats', 'API access', 'Secure processing']) {
    await expect(hero.getByText(tick)).toBeVisible();
  }
  await expect(page.getByTestId('feature')).toHaveCount(4);
  await expect(page.getByTestId('application').getByRole('heading')).toHaveText([
    'Web development',
    'E-commerce',
    'Content creation',
    'Mobile apps',
  ]);
  await expect(page.getByTestId('application').nth(2)).toContainText('For bloggers and creators: turn HEIC');
  await expect(page.getByTestId('format').getByRole('heading')).toHaveText([
    'JPEG for photos',
    'PNG for graphics',
    'WebP for the web',
    'Bulk for enterprise',
  ]);
  for (const title of ['How compression works', 'Technical details']) {
    await expect(page.getByRole('region', { name: title })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Ready to compress?' }).getByRole('link')).toHaveAttribute(
    'href',
    '/compress',
  );
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('© 2024 Gossamer');
  await expect(footer.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:support@/);
});

// Spec: 1.4, 1.22, 1.26, 2.45
test('the landing page makes every claim that the specification requires', async ({ page }) => {
  await openLanding(page);
  const hero = page.getByTestId('hero');
  await expect(hero).toContainText('up to 90% smaller, with no visible loss');
  const facts = page.getByRole('region', { name: 'Technical details' });
  await expect(facts.locator('dd').first()).toHaveText('JPG, PNG, WebP, HEIC, HEIF');
  await expect(facts.locator('dt').last()).toHaveText('Uptime');
  await expect(facts.locator('dd').last()).toHaveText('99.9%');
});

// Spec: 1.27, 1.28, 2.46, 9.60
test('the hero of the landing page shows the rating and the number of users only if the operator has set them', async ({
  page,
}) => {
  await openLanding(page);
  const hero = page.getByTestId('hero');
  await expect(hero).not.toContainText(/[/]5|people have used it/);
  const claims = { rating: { score: 4.9, userCount: 2_000 }, userCount: 10_000_000 };
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replace('"claims":{}', `"claims":${JSON.stringify(claims)}`)
        .replace(/<html[^>]*/, '$& data-claims');
      await route.fulfill({ response, body });
    },
  );
  await openLanding(page);
  await expect(hero).toContainText('4.9/5 from 2,000+ users');
  await expect(hero).toContainText('10M+ people have used it');
});

test('the landing page compares its file sizes with those of three other tools', async ({ page }) => {
  await openLanding(page);
  const proofs = page.getByRole('region', { name: 'Compared with other tools' }).getByTestId('proof');
  await expect(proofs).toHaveText([/^Photos.*% smaller.*MozJPEG/, /^Graphics.*pngquant/, /^AVIF.*Squoosh/]);
  for (const proof of await proofs.all()) {
    const saved = Number((await proof.textContent())?.match(/(\d+)% smaller/)?.[1]);
    const shares = proof.getByRole('term');
    await expect(shares).toHaveText([new RegExp(`^Gossamer ${100 - saved}%$`), /100%$/]);
  }
});

// Spec: 1.40, 1.41, 1.42, 1.43, 1.44, 9.25
test('the guide on the landing page explains formats, lossy compression, quality, best practices and savings', async ({
  page,
}) => {
  await openLanding(page);
  const guide = page.getByRole('region', { name: 'How compression works' });
  await expect(guide.getByRole('listitem')).toHaveText([
    /^Formats.*JPEG or WebP.*PNG or WebP/,
    /^Lossy or lossless.*keeps every pixel.*drops what the eye does not notice/,
    /^Quality levels.*High \(90 to 100\).*Balanced \(70 to 85\).*Aggressive \(50 to 70\).*the web, start at 80 to 85/,
    /^Best practices.*Resize first.*Keep the originals/,
    /^What you gain.*is [\d.]+\s[KM]B smaller.* faster.* less to serve/,
  ]);
});

// Spec: 2.48
test("the 'Get Started' link opens /compress", async ({ page }) => {
  await openLanding(page);
  await page.getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\/compress$/);
});

test('the demo on the landing page labels both halves with their file sizes', async ({ page }) => {
  const demo = await openLanding(page);
  for (const side of ['result', 'original']) {
    const image = demo.getByTestId(`demo-${side}`);
    const { address, naturalWidth } = await image.evaluate((image: HTMLImageElement) => ({
      address: image.currentSrc,
      naturalWidth: image.naturalWidth,
    }));
    expect(naturalWidth).toBeGreaterThan(0);
    const answer = await page.request.get(address);
    const sizeBytes = (await answer.body()).length;
    await expect(demo.getByTestId(`plate-${side}`).filter({ visible: true })).toContainText(
      inKilobytes(sizeBytes),
    );
  }
});

test('the divider of the demo on the landing page moves by keyboard and pointer', async ({ page }) => {
  const demo = await openLanding(page);
  await expect.poll(() => originalShare(demo)).toBe(44);
  const slider = demo.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => originalShare(demo)).toBe(45);
  await page.keyboard.press('Home');
  await expect.poll(() => originalShare(demo)).toBe(0);

  const box = await demo.boundingBox();
  if (!box) throw new Error('The demo is not visible');
  const at = (share: number) => box.x + box.width * share;
  await page.mouse.move(at(0.3), box.y + 40);
  await page.mouse.down();
  await page.mouse.move(at(0.7), box.y + 60, { steps: 4 });
  await expect.poll(() => originalShare(demo)).toBe(70);
  await page.mouse.up();
  await page.mouse.move(at(0.2), box.y + 60);
  expect(await originalShare(demo)).toBe(70);
  await expect(slider).toHaveValue('70');
});

test('the demo on the landing page hides the original until it has loaded', async ({ page }) => {
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/-original[^/]*\.jpg/, async (route) => {
    if (route.request().resourceType() === 'image') await isHeld;
    await route.continue();
  });
  await page.goto('/');
  const demo = page.getByTestId('demo');
  await expect(demo.getByTestId('demo-original')).toBeAttached();
  await expect(demo.getByTestId('demo-line')).toBeHidden();
  await expect(demo.getByTestId('plate-original')).toHaveCount(0);
  await expect(demo.getByTestId('plate-result').filter({ visible: true })).toHaveCount(1);
  release();
  await expect(demo).toHaveAttribute('data-ready');
  await expect(demo.getByTestId('demo-line')).toBeVisible();
});

// Spec: 2.55, 2.85
test("each link to a popular tool opens the tool's page with its settings", async ({ page }) => {
  const links = [
    ['HEIC to JPG', '/heic-to-jpg', 'JPEG'],
    ['PNG to WebP', '/png-to-webp', 'WebP'],
    ['JPG to AVIF', '/jpg-to-avif', 'AVIF'],
    ['Compress PNG', '/compress-png', 'Same as input'],
    ['Sepia filter', '/sepia-filter', 'Sepia'],
  ] as const;
  for (const [name, path, setting] of links) {
    await openLanding(page);
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('radio', { name: setting, exact: true })).toBeChecked();
  }
  await openLanding(page);
  await page.getByRole('link', { name: 'Resize images' }).click();
  await expect(page.getByLabel('Resize')).toBeChecked();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the landing page has no accessibility violations and fits the viewport width', async ({ page }) => {
      await openLanding(page);
      for (const width of [360, 768]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
        ).toEqual([]);
      }
    });
  });
}
