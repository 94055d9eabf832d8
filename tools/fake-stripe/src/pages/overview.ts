import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { firstItem, idOf } from '../find.ts';
import { isUsable } from '../operations/discounts.ts';
import { runDue } from '../renewals.ts';
import type { World } from '../world.ts';
import { date, type Html, html, moment, money, row, table } from './html.ts';
import type { PageOptions } from './page-options.ts';
import { addPaymentForms, paymentsTable } from './payments.ts';
import { sendPage } from './reply.ts';

const shownEvents = 40;

const move = z.object({
  months: z.coerce.number().int().min(0).max(24).optional(),
  days: z.coerce.number().int().min(0).max(366).optional(),
});

/**
 * Registers the page that shows the state and clock of the fake Stripe. It contains no secrets, because anyone with
 * access to the product can open it.
 */
export function addOverview(http: FastifyInstance, world: World, options: PageOptions): void {
  http.get('/fake-stripe', (_request, reply) => reply.redirect('/fake-stripe/', 303));
  http.get('/fake-stripe/', (_request, reply) => {
    runDue(world, world.clock.now());
    return sendPage(reply, 'Fake Stripe', overview(world));
  });
  addPaymentForms(http, world, options);
  http.post('/fake-stripe/clock', (request, reply) => {
    const given = move.safeParse(request.body);
    if (!given.success) {
      const message = 'Send months or days.';
      return reply.status(400).send({ error: { code: 'parameter_invalid', message } });
    }
    const { months = 0, days = 0 } = given.data;
    options.advance({ months, days });
    if (isBrowserForm(request)) return reply.redirect('/fake-stripe/', 303);
    return reply.send({ now: new Date(world.clock.now() * 1_000).toISOString() });
  });
}

const isBrowserForm = ({ headers }: FastifyRequest) =>
  (headers.accept ?? '').includes('text/html') && !(headers['content-type'] ?? '').includes('json');

function overview(world: World): Html {
  return html`<p>This server replaces Stripe in development and tests.</p>
<section>
<h2>Clock</h2>
<p>Current time: ${moment(world.clock.now())}.</p>
<form method="post" action="/fake-stripe/clock">
<button class="main" name="months" value="1">Advance one month</button>
<button name="days" value="7">Advance seven days</button>
<button name="days" value="1">Advance one day</button>
</form>
</section>
${paymentsTable(world)}
${table('Customers', ['Customer', 'Email', 'Subscription', 'Period ends'], customerRows(world))}
${table('Promotion codes', ['Code', 'Discount', 'Duration', 'Times used', 'Active'], codeRows(world))}
${table('Latest events', ['Time', 'Event', 'Object', 'Delivered'], eventRows(world))}`;
}

function customerRows(world: World): Html[] {
  const customers = [...world.state.customers.values()].filter((customer) => !customer.deleted).reverse();
  return customers.map((customer) => {
    const own = [...world.state.subscriptions.values()].filter(
      (subscription) => idOf(subscription.customer) === customer.id,
    );
    const last = own.at(-1);
    return row([
      customer.id,
      customer.deleted ? '' : (customer.email ?? ''),
      last ? `${last.status}${last.cancel_at_period_end ? ', canceled' : ''}` : 'none',
      last ? date(firstItem(last).current_period_end) : '',
    ]);
  });
}

function codeRows(world: World): Html[] {
  return [...world.state.promotionCodes.values()].map((code) => {
    const coupon = world.state.coupons.get(idOf(code.promotion.coupon) ?? '');
    return row([
      code.code,
      takenOff(coupon),
      coupon?.duration === 'repeating' ? `${coupon.duration_in_months} months` : (coupon?.duration ?? ''),
      code.times_redeemed,
      isUsable(world, code) ? 'yes' : 'no',
    ]);
  });
}

function takenOff(coupon: Stripe.Coupon | undefined): string {
  if (!coupon) return '';
  return coupon.amount_off === null
    ? `${coupon.percent_off}%`
    : money(coupon.amount_off, coupon.currency ?? 'usd');
}

function eventRows(world: World): Html[] {
  const latest = [...world.state.events.values()].slice(-shownEvents).reverse();
  const waiting = new Set(world.state.deliveries.map(({ eventId }) => eventId));
  return latest.map(({ id, type, created, data: { object } }) =>
    row([
      moment(created),
      type,
      'id' in object && typeof object.id === 'string' ? object.id : '',
      waiting.has(id) ? 'pending' : 'yes',
    ]),
  );
}
