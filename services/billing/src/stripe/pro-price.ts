import { proPrice } from '@gossamer/contracts/billing';
import type Stripe from 'stripe';

const { amountCents, currency, interval } = proPrice;

/** The amount is part of its name: another price is another object, and who pays the old one keeps it. */
const lookupKey = `gossamer_pro_${interval}_${currency}_${amountCents}`;

/** Finds the price of Pro by its lookup key; makes it, and its product, in an account that has none. Returns its id. */
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
      // From one that was archived.
      transfer_lookup_key: true,
      unit_amount: amountCents,
      currency,
      recurring: { interval },
    },
    { idempotencyKey: `${lookupKey}-price` },
  );
  return made.id;
}
