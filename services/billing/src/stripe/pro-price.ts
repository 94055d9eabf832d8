import { proPrice } from '@gossamer/contracts/billing';
import type Stripe from 'stripe';

const { amountCents, currency, interval } = proPrice;

/** Lookup key of the price. It contains the amount, so that a new amount creates a new price for new subscriptions. */
const lookupKey = `gossamer_pro_${interval}_${currency}_${amountCents}`;

/** Finds the price of Pro by its lookup key, or creates it and its product. Returns its id. */
export async function findProPrice(stripe: Stripe): Promise<string> {
  const found = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [price] = found.data;
  if (price) return price.id;
  const product = await stripe.products.create(
    { name: 'Gossamer Pro', metadata: { gossamer: 'pro' } },
    { idempotencyKey: `${lookupKey}-product` },
  );
  const made = await stripe.prices.create(
    {
      product: product.id,
      lookup_key: lookupKey,
      // Take the lookup key over from an archived price.
      transfer_lookup_key: true,
      unit_amount: amountCents,
      currency,
      recurring: { interval },
    },
    { idempotencyKey: `${lookupKey}-price` },
  );
  return made.id;
}
