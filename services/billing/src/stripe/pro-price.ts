import { proPrice } from '@gossamer/contracts/billing';
import type Stripe from 'stripe';

const { amountCents, currency, interval } = proPrice;

/**
 * Lookup key of the Stripe price. The key contains the amount, so that a changed amount creates a new price, which
 * applies only to new subscriptions.
 */
const lookupKey = `gossamer_pro_${interval}_${currency}_${amountCents}`;

/**
 * Finds the Stripe price of the Pro plan by its lookup key, or creates the price and its product. Returns the id of the
 * price.
 */
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
      // Transfer the lookup key if it still belongs to an archived price.
      transfer_lookup_key: true,
      unit_amount: amountCents,
      currency,
      recurring: { interval },
    },
    { idempotencyKey: `${lookupKey}-price` },
  );
  return made.id;
}
