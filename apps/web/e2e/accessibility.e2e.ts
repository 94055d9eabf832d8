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

test.use({ expectedErrors: failedAnswer, contextOptions: { reducedMotion: 'reduce' } });

for (const state of states) {
  test.describe(state.name, () => {
    test.use({ hasAnsweredConsent: !state.asksConsent });

    test('is accessible, and fits the window', async ({ page, isMobile }) => {
      if (state.isPhoneOnly && !isMobile) return;
      for (const language of languagesOn(isMobile)) {
        await visit(page, state, language);
        await settle(page);
        await state.reach?.(page);
        expect(await layoutFaults(page), language).toEqual([]);
        for (const colorScheme of schemesOn(isMobile)) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          expect(await violationsOf(page), `${language}, ${colorScheme}`).toEqual([]);
        }
      }
    });
  });
}

function languagesOn(isMobile: boolean): ('en' | 'ar')[] {
  if (isThorough) return ['en', 'ar'];
  return [isMobile ? 'ar' : 'en'];
}

function schemesOn(isMobile: boolean): ('light' | 'dark')[] {
  if (isThorough) return ['light', 'dark'];
  return [isMobile ? 'dark' : 'light'];
}

async function violationsOf(page: Page): Promise<string[]> {
  // Without a page of its own to finish on, and without describing what passed: half the time. No page here has a frame of
  // another origin, which is what the new way is for.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
