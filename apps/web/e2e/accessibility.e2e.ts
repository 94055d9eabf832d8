import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { layoutFaults } from './layout-faults.ts';
import { states } from './states.ts';
import { expect, failedAnswer, test } from './test.ts';
import { settle, visit } from './visit-state.ts';

/**
 * Checks the automatable rules of WCAG 2.2 AA on every screen. By default, the desktop project checks English in light
 * mode, and the phone project checks Arabic in dark mode. With GOSSAMER_E2E_ALL, each project checks both languages in
 * both modes.
 */
const isThorough = process.env.GOSSAMER_E2E_ALL !== undefined;

test.use({ expectedErrors: failedAnswer, contextOptions: { reducedMotion: 'reduce' } });

for (const state of states) {
  test.describe(state.name, () => {
    test.use({ hasAnsweredConsent: !state.asksConsent });

    test(`the screen "${state.name}" has no accessibility violations and fits the viewport`, async ({
      page,
      isMobile,
    }) => {
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
  // Use axe's legacy mode, which opens no additional page, and omit the list of passed rules. Together, these settings
  // halve the duration of a check. The default mode is needed only for cross-origin frames, which the product does not
  // use.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
