import type Stripe from 'stripe';
import { findCharge, findIntent, idOf } from '../find.ts';
import { newDispute } from '../objects/dispute.ts';
import { newRefund } from '../objects/refund.ts';
import { invalid } from '../stripe-error.ts';
import { change, emit, type World } from '../world.ts';

export interface WantedRefund {
  charge?: string | undefined;
  payment_intent?: string | undefined;
  amount?: number | undefined;
  reason?: string | undefined;
  metadata?: Stripe.Metadata | undefined;
}

/**
 * Refunds part of a charge. By default, refunds the amount not yet refunded.
 * @throws StripeError if the charge cannot be refunded
 */
export function refundCharge(world: World, wanted: WantedRefund): Stripe.Refund {
  const charge = paidCharge(world, wanted.charge ?? latestCharge(world, wanted.payment_intent ?? ''));
  if (charge.refunded) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (openDispute(world, charge)) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const left = charge.amount - charge.amount_refunded;
  const amount = wanted.amount ?? left;
  if (amount > left) {
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  const refund = newRefund(world.clock.now(), charge, {
    amount,
    reason: wanted.reason ?? null,
    metadata: wanted.metadata ?? {},
  });
  world.state.refunds.set(refund.id, refund);
  change(world, 'charge.refunded', charge, () => {
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
  });
  emit(world, 'refund.created', refund);
  return refund;
}

function latestCharge(world: World, intentId: string): string {
  const id = idOf(findIntent(world, intentId, 'payment_intent').latest_charge);
  if (id !== null) return id;
  throw invalid('This PaymentIntent does not have a successful charge to refund.', {
    param: 'payment_intent',
  });
}

function paidCharge(world: World, id: string): Stripe.Charge {
  const charge = findCharge(world, id, 'charge');
  if (charge.paid) return charge;
  throw invalid(`Charge ${charge.id} did not succeed and cannot be refunded.`, {
    code: 'charge_not_refundable',
  });
}

const openDispute = (world: World, charge: Stripe.Charge) =>
  [...world.state.disputes.values()].find(
    (dispute) => dispute.charge === charge.id && dispute.status !== 'won',
  );

/**
 * Opens a dispute for a payment and withdraws the full amount from the merchant.
 * @throws StripeError if the payment cannot be disputed
 */
export function openDisputeOf(world: World, intentId: string): Stripe.Dispute {
  const charge = paidCharge(world, latestCharge(world, intentId));
  if (openDispute(world, charge)) throw invalid(`Charge ${charge.id} is disputed already.`);
  const dispute = newDispute(world.clock.now(), charge);
  world.state.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  emit(world, 'charge.dispute.created', dispute);
  emit(world, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/**
 * Closes a dispute. If it is `won`, the merchant gets the money back.
 * @throws StripeError if the dispute cannot be closed
 */
export function closeDispute(world: World, dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalid('This dispute is already closed.');
  change(world, 'charge.dispute.closed', dispute, () => {
    dispute.status = status;
  });
  if (status === 'won') emit(world, 'charge.dispute.funds_reinstated', dispute);
  return dispute;
}
