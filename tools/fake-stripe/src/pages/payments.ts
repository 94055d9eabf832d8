import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import { findCharge, idOf } from '../find.ts';
import { closeDispute, openDisputeOf, refundCharge } from '../operations/refunding.ts';
import { StripeError } from '../stripe-error.ts';
import type { World } from '../world.ts';
import { type Html, html, moment, money, row, table } from './html.ts';
import type { PageOptions } from './page-options.ts';

const shownPayments = 40;

const actions = ['refund', 'refundHalf', 'dispute', 'win', 'lose'] as const;
type Action = (typeof actions)[number];

const form = z.object({ charge: z.string(), action: z.enum(actions) });

/** Registers the forms for refunds, which merchants make in Stripe's dashboard, and for disputes, which banks open. */
export function addPaymentForms(http: FastifyInstance, world: World, options: PageOptions): void {
  http.post('/fake-stripe/payments', (request, reply) => {
    const given = form.safeParse(request.body);
    if (!given.success) {
      const message = 'Send charge and action.';
      return reply.status(400).send({ error: { code: 'parameter_invalid', message } });
    }
    try {
      act(world, findCharge(world, given.data.charge, 'charge'), given.data.action);
    } catch (error) {
      // A concurrent request has already changed the payment. Show the payment's current state.
      if (!(error instanceof StripeError)) throw error;
    }
    options.save();
    return reply.redirect('/fake-stripe/', 303);
  });
}

function act(world: World, charge: Stripe.Charge, action: Action): void {
  const left = charge.amount - charge.amount_refunded;
  if (action === 'refund') refundCharge(world, { charge: charge.id });
  else if (action === 'refundHalf')
    refundCharge(world, { charge: charge.id, amount: Math.max(Math.floor(left / 2), 1) });
  else if (action === 'dispute') openDisputeOf(world, idOf(charge.payment_intent) ?? '');
  else {
    const dispute = disputeOf(world, charge);
    if (dispute) closeDispute(world, dispute, action === 'win' ? 'won' : 'lost');
  }
}

const disputeOf = (world: World, { id }: Stripe.Charge) =>
  [...world.state.disputes.values()].filter(({ charge }) => idOf(charge) === id).at(-1);

export function paymentsTable(world: World): Html {
  const paid = [...world.state.charges.values()].filter((charge) => charge.paid).slice(-shownPayments);
  return table(
    'Latest payments',
    ['Time', 'Customer', 'Amount', 'Refunded', ''],
    paid.reverse().map(rowOf(world)),
  );
}

const rowOf = (world: World) => (charge: Stripe.Charge) => {
  const customer = world.state.customers.get(idOf(charge.customer) ?? '');
  const email = customer && !customer.deleted ? (customer.email ?? '') : '';
  return row([
    moment(charge.created),
    email,
    money(charge.amount, charge.currency),
    money(charge.amount_refunded, charge.currency),
    actionsFor(disputeOf(world, charge), charge),
  ]);
};

/** Returns forms for the actions that the payment's state allows. */
function actionsFor(dispute: Stripe.Dispute | undefined, charge: Stripe.Charge): Html | string {
  if (dispute?.status === 'lost') return 'dispute lost';
  if (dispute && dispute.status !== 'won')
    return buttons(charge, { win: 'Win dispute', lose: 'Lose dispute' });
  if (charge.refunded) return 'refunded';
  return buttons(charge, { refund: 'Refund', refundHalf: 'Refund half', dispute: 'Dispute' });
}

function buttons({ id }: Stripe.Charge, labels: Partial<Record<Action, string>>): Html {
  return html`<form method="post" action="/fake-stripe/payments"><input type="hidden" name="charge" value="${id}">
${Object.entries(labels).map(([action, label]) => html`<button name="action" value="${action}">${label}</button>`)}</form>`;
}
