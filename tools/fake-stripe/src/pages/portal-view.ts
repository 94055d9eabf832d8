import type Stripe from 'stripe';
import { defaultMethodOf, firstItem, idOf } from '../find.ts';
import { isOver } from '../operations/ending.ts';
import type { PortalLink } from '../state.ts';
import type { World } from '../world.ts';
import { date, type Html, html, money, row, table } from './html.ts';

/** Messages shown after a form submission, by the name used in the URL. */
const notices = new Map([
  ['cancel', 'Your subscription was canceled.'],
  ['resume', 'Your subscription was resumed.'],
  ['card', 'Your card was updated.'],
  ['clock', 'The clock was moved forward one month.'],
  ['generic_decline', 'Your card was declined.'],
  ['insufficient_funds', 'Your card has insufficient funds.'],
  ['expired_card', 'Your card has expired.'],
  ['test_mode_live_card', 'Only test cards can be used here.'],
  ['incorrect_number', 'The card number is incorrect.'],
  ['invalid_expiry_month', 'The expiry date is invalid.'],
  ['invalid_expiry_year', 'The expiry date is invalid.'],
  ['invalid_cvc', 'The security code is invalid.'],
]);

export function portalView(world: World, link: PortalLink, notice: string | undefined): Html {
  const features = world.state.portalConfigurations.get(link.configurationId)?.features;
  const own = [...world.state.subscriptions.values()].filter(
    ({ customer, status }) => idOf(customer) === link.customerId && status !== 'incomplete_expired',
  );
  const canCancel = features?.subscription_cancel.enabled ?? false;
  return html`${notice === undefined ? null : html`<p class="notice" role="status">${notices.get(notice) ?? 'Something went wrong. Try again.'}</p>`}
${own.length === 0 ? html`<p>You have no subscription.</p>` : null}
${own.reverse().map((subscription) => subscriptionView(world, subscription, canCancel))}
${features?.payment_method_update.enabled ? cardForm : null}
${features?.invoice_history.enabled ? invoicesView(world, link.customerId) : null}
<section>
<h2>Time</h2>
<p>Today is ${date(world.clock.now())}.</p>
<form method="post"><button name="action" value="clock">Move the clock forward one month</button></form>
</section>
${returnLink(link.returnUrl)}`;
}

function returnLink(returnUrl: string | null): Html | null {
  if (returnUrl === null || !/^https?:\/\//.test(returnUrl)) return null;
  return html`<p><a href="${returnUrl}">Return to Gossamer</a></p>`;
}

function subscriptionView(world: World, subscription: Stripe.Subscription, canCancel: boolean): Html {
  const item = firstItem(subscription);
  const product = world.state.products.get(idOf(item.price.product) ?? '');
  const method = defaultMethodOf(world, subscription);
  const price = money(item.price.unit_amount ?? 0, item.price.currency);
  return html`<section>
<h2>${product?.name ?? 'Subscription'}</h2>
<p>${price} a ${item.price.recurring?.interval ?? 'month'}. ${standing(subscription, item)}</p>
<p>${method ? html`Payment method: ${method.card ? `card ending in ${method.card.last4}` : 'Link'}.` : 'No payment method saved.'}</p>
${canCancel && !isOver(subscription) ? cancelForm(subscription) : null}
</section>`;
}

function standing(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): string {
  const end = date(item.current_period_end);
  if (subscription.status === 'canceled') return `Ended on ${date(subscription.ended_at ?? 0)}.`;
  if (subscription.status === 'incomplete') return 'The first payment is not complete.';
  const next = subscription.cancel_at_period_end ? `Ends on ${end}.` : `Renews on ${end}.`;
  return subscription.status === 'past_due' ? `The last payment failed and will be retried. ${next}` : next;
}

function cancelForm(subscription: Stripe.Subscription): Html {
  const [action, label] = subscription.cancel_at_period_end
    ? ['resume', 'Resume subscription']
    : ['cancel', 'Cancel subscription'];
  return html`<form method="post">
<input type="hidden" name="subscription" value="${subscription.id}">
<button name="action" value="${action}">${label}</button>
</form>`;
}

const cardForm = html`<section>
<h2>Change card</h2>
<form method="post">
<label>Card number<input name="number" inputmode="numeric" autocomplete="off" required></label>
<label>Expiry (MM/YY)<input name="expiry" size="7" placeholder="12/30" autocomplete="off" pattern="\\s*\\d{1,2}\\s*/\\s*\\d{2}(\\d{2})?\\s*" required></label>
<label>Security code<input name="cvc" size="5" inputmode="numeric" autocomplete="off" required></label>
<button class="main" name="action" value="card">Save card</button>
</form>
</section>`;

function invoicesView(world: World, customerId: string): Html {
  const own = [...world.state.invoices.values()].filter(({ customer }) => idOf(customer) === customerId);
  const rows = own
    .reverse()
    .map(({ number, created, total, currency, status }) =>
      row([number ?? '', date(created), money(total, currency), status ?? '']),
    );
  return table('Invoices', ['Number', 'Date', 'Amount', 'Status'], rows);
}
