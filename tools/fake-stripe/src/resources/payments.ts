import { z } from 'zod';
import { findCharge, findIntent, findMethod, idOf } from '../find.ts';
import { created, emptied, expand, newMetadata, noParams, paged, text, whole } from '../http/params.ts';
import { route } from '../http/route.ts';
import { isWithin, pageOf } from '../lists.ts';
import { refundCharge } from '../operations/refunding.ts';
import { invalid, missing } from '../stripe-error.ts';

const refundParams = z.strictObject({
  ...expand,
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: whole.refine((amount) => amount > 0, 'must be greater than or equal to 1').optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: z.union([emptied.transform(() => ({})), newMetadata]).optional(),
});

const ofPayment = z.strictObject({
  ...paged,
  ...created,
  charge: text.optional(),
  payment_intent: text.optional(),
});

interface OfPayment {
  created: number;
  charge: string | { id: string } | null;
  payment_intent: string | { id: string } | null;
}

const matches = (object: OfPayment, params: z.output<typeof ofPayment>) =>
  isWithin(object.created, params.created) &&
  (params.charge === undefined || idOf(object.charge) === params.charge) &&
  (params.payment_intent === undefined || idOf(object.payment_intent) === params.payment_intent);

/** Routes for payment intents, payment methods, charges, refunds and disputes. */
export const paymentRoutes = [
  route('GET', '/v1/payment_intents/:id', noParams, (world, _params, id) => findIntent(world, id)),
  route('GET', '/v1/payment_methods/:id', noParams, (world, _params, id) => findMethod(world, id)),
  route('GET', '/v1/charges/:id', noParams, (world, _params, id) => findCharge(world, id)),
  route(
    'GET',
    '/v1/charges',
    z.strictObject({
      ...paged,
      ...created,
      customer: text.optional(),
      payment_intent: text.optional(),
    }),
    (world, params) => {
      const found = [...world.state.charges.values()].filter(
        (charge) =>
          matches({ ...charge, charge: null }, { ...params, charge: undefined }) &&
          (params.customer === undefined || idOf(charge.customer) === params.customer),
      );
      return pageOf('/v1/charges', found, params);
    },
  ),
  route('POST', '/v1/refunds', refundParams, (world, params) => {
    if (params.charge === undefined && params.payment_intent === undefined) {
      throw invalid(
        'One of the following params should be provided for this request: payment_intent or charge.',
        {
          code: 'parameter_missing',
        },
      );
    }
    return refundCharge(world, params);
  }),
  route('GET', '/v1/refunds', ofPayment, (world, params) => {
    const found = [...world.state.refunds.values()].filter((refund) => matches(refund, params));
    return pageOf('/v1/refunds', found, params);
  }),
  route('GET', '/v1/refunds/:id', noParams, (world, _params, id) => {
    const refund = world.state.refunds.get(id);
    if (!refund) throw missing('refund', id);
    return refund;
  }),
  route('GET', '/v1/disputes', ofPayment, (world, params) => {
    const found = [...world.state.disputes.values()].filter((dispute) => matches(dispute, params));
    return pageOf('/v1/disputes', found, params);
  }),
  route('GET', '/v1/disputes/:id', noParams, (world, _params, id) => {
    const dispute = world.state.disputes.get(id);
    if (!dispute) throw missing('dispute', id);
    return dispute;
  }),
];
