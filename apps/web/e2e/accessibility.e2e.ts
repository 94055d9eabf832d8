import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { layoutFaults } from './layout-faults.ts';
import { settle, states, visit } from './states.ts';
import { expect, failedAnswer, test } from './test.ts';

/**
 * WCAG 2.2 AA, as far as a program can tell: every screen in light and dark, from left and from right. English is looked
 * at on the desktop and Arabic on the phone, unless GOSSAMER_E2E_ALL asks for both on both.
 */
const isThorough = process.env.GOSSAMER_E2E_ALL !== undefined;

for (const language of ['en', 'ar']) {
  test.describe(language, () => {
    test.use({ expectedErrors: failedAnswer, contextOptions: { reducedMotion: 'reduce' } });

    for (const state of states) {
      const { name, reach, isPhoneOnly, asksConsent = false } = state;
      test.describe(name, () => {
        test.use({ hasAnsweredConsent: !asksConsent });

        test('is accessible in light and dark, and fits the window', async ({ page, isMobile }) => {
          if (!isLookedAt(language, isMobile, isPhoneOnly)) return;
          await visit(page, state, language);
          await settle(page);
          await reach?.(page);
          expect(await layoutFaults(page)).toEqual([]);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            expect(await violationsOf(page), colorScheme).toEqual([]);
          }
        });
      });
    }
  });
}

function isLookedAt(language: string, isMobile: boolean, isPhoneOnly = false): boolean {
  if (isPhoneOnly) return isMobile;
  return isThorough || isMobile === (language === 'ar');
}

async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
