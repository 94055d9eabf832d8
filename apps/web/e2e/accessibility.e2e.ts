import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { layoutFaults } from './layout-faults.ts';
import { settle, states, visit } from './states.ts';
import { expect, failedAnswer, test } from './test.ts';

/**
 * WCAG 2.2 AA, as far as a program can tell: every screen in light and dark, from left and from right. On the desktop
 * English is looked at in light, on the phone Arabic in dark, unless GOSSAMER_E2E_ALL asks for everything on both.
 */
const isThorough = process.env.GOSSAMER_E2E_ALL !== undefined;

for (const language of ['en', 'ar']) {
  test.describe(language, () => {
    test.use({ expectedErrors: failedAnswer, contextOptions: { reducedMotion: 'reduce' } });

    for (const state of states) {
      const { name, reach, isPhoneOnly, asksConsent = false } = state;
      test.describe(name, () => {
        test.use({ hasAnsweredConsent: !asksConsent });

        test('is accessible, and fits the window', async ({ page, isMobile }) => {
          if (!isLookedAt(language, isMobile, isPhoneOnly)) return;
          await visit(page, state, language);
          await settle(page);
          await reach?.(page);
          expect(await layoutFaults(page)).toEqual([]);
          for (const colorScheme of schemesOn(isMobile)) {
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

function schemesOn(isMobile: boolean): ('light' | 'dark')[] {
  if (isThorough) return ['light', 'dark'];
  return [isMobile ? 'dark' : 'light'];
}

async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
