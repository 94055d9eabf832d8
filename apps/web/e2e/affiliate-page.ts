import { type AffiliateDashboard, type OwnAffiliate, referralParameter } from '@gossamer/contracts/affiliate';
import type { Locator, Page } from '@playwright/test';
import { subscribeByApi } from './checkout-page.ts';
import { fillIn, type Member, type Requester, signUp } from './member.ts';
import { expect } from './test.ts';

/**
 * Browser context options that set the user agent of a regular browser, because clicks by automated browsers are not
 * counted.
 */
export const asPerson = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
};

export const trackPath = '/api/affiliate/track';

type Partner = NonNullable<OwnAffiliate['affiliate']>;

/** Makes the logged-in member an affiliate partner through the API. */
async function becomePartner(page: Requester): Promise<Partner> {
  const response = await page.request.post('/api/affiliate/apply', {
    data: { name: 'Maya Rand', email: 'maya@studio-rand.example' },
  });
  expect(response.status()).toBe(200);
  const { affiliate, referralLink } = await response.json();
  return { ...affiliate, referralLink };
}

/** Signs up a member who becomes an affiliate partner. */
export async function signUpPartner(page: Requester): Promise<Partner & { member: Member }> {
  const member = await signUp(page);
  return { ...(await becomePartner(page)), member };
}

export const dashboardPath = (code: string) => `/affiliate/dashboard/${code}`;

/** Fetches a partner's dashboard from the API. */
export async function readDashboard(page: Requester, code: string): Promise<AffiliateDashboard> {
  const response = await page.request.get(`/api/affiliate/dashboard/${code}`);
  expect(response.status()).toBe(200);
  return response.json();
}

/**
 * Signs up a visitor through the partner's link and subscribes the new member to Pro. Resolves once the dashboard shows
 * the sign-up and the subscription.
 */
export async function referByApi(page: Page, { code, referralLink }: Partner): Promise<void> {
  const before = await readDashboard(page, code);
  const visitor = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(referralLink).origin, ...asPerson });
  if (!visitor) throw new Error('Failed to get the browser of the page');
  await visitor.request.get(`/?${referralParameter}=${code}`);
  const response = await visitor.request.post(trackPath, { data: { code, source: 'landing_page' } });
  expect(response.status()).toBe(204);
  await signUp(visitor);
  await subscribeByApi(visitor);
  await visitor.close();
  await expect
    .poll(async () => (await readDashboard(page, code)).totals)
    .toMatchObject({
      signups: before.totals.signups + 1,
      payingMembers: before.totals.payingMembers + 1,
    });
}

/** Opens a referral link. Resolves once the page has reported the click to the server. */
export async function followLink(page: Page, link: string): Promise<void> {
  const { pathname, search } = new URL(link);
  const response = page.waitForResponse(`**${trackPath}`);
  await page.goto(pathname + search);
  expect((await response).status()).toBe(204);
}

/** Starts counting the referral tracking requests of a page. Returns a function that returns the count. */
export function countTracks(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(trackPath)) count += 1;
  });
  return () => count;
}

export async function signUpByForm(page: Page, member: Member): Promise<void> {
  await page.goto('/signup');
  await fillIn(page, {
    'First name': member.firstName,
    'Last name': member.lastName,
    Email: member.email,
    Password: member.password,
    'Confirm password': member.password,
  });
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/compress$/);
}

/** Grants clipboard access. Resolves with a function that reads the clipboard. */
export async function openClipboard(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return () => page.evaluate(() => navigator.clipboard.readText());
}

/** Page object of a partner's dashboard. */
export class DashboardPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async open(code: string): Promise<this> {
    await this.page.goto(dashboardPath(code));
    await expect(this.content).toBeVisible();
    return this;
  }

  get content(): Locator {
    return this.page.getByTestId('affiliate-dashboard');
  }
  get commissions(): Locator {
    return this.page.getByTestId('commissions').locator('tbody tr');
  }
  get payoutAddress(): Locator {
    return this.page.getByTestId('payout-address');
  }
  figures(): Promise<Record<string, string>> {
    return readTerms(this.page.getByTestId('affiliate-figures'));
  }
  amounts(): Promise<Record<string, string>> {
    return readTerms(this.page.getByTestId('affiliate-amounts'));
  }

  /**
   * Reloads the page until all values are shown. The dashboard is updated asynchronously, by facts that other services
   * publish.
   */
  async expectSoon(figures: Record<string, string>, amounts: Record<string, string>): Promise<void> {
    await expect
      .poll(async () => {
        await this.page.reload();
        await this.content.waitFor();
        return { ...(await this.figures()), ...(await this.amounts()) };
      })
      .toMatchObject({ ...figures, ...amounts });
  }
}

/** Converts an HTML description list to an object. */
function readTerms(list: Locator): Promise<Record<string, string>> {
  return list.evaluate((element) =>
    Object.fromEntries(
      Array.from(element.children, (pair) => [
        pair.querySelector('dt')?.textContent ?? '',
        pair.querySelector('dd')?.textContent ?? '',
      ]),
    ),
  );
}
