import { z } from 'zod';
import { findCoupon, findProduct } from '../find.ts';
import { created, expand, flag, newMetadata, noParams, paged, text, whole } from '../http/params.ts';
import { route } from '../http/route.ts';
import { isWithin, pageOf } from '../lists.ts';
import { newPrice, newProduct } from '../objects/catalog.ts';
import { isUsable, shownCode } from '../operations/discounts.ts';
import { invalid, StripeError } from '../stripe-error.ts';
import { change, emit, type World } from '../world.ts';

const productFields = { name: text, active: flag.optional(), metadata: newMetadata.optional() };

const priceParams = z.strictObject({
  ...expand,
  currency: text,
  unit_amount: whole,
  product: text.optional(),
  product_data: z.strictObject(productFields).optional(),
  recurring: z
    .strictObject({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: whole.optional() })
    .optional(),
  active: flag.optional(),
  lookup_key: text.optional(),
  transfer_lookup_key: flag.optional(),
  nickname: text.optional(),
  metadata: newMetadata.optional(),
  tax_behavior: text.optional(),
});

/** Routes for products, prices, coupons and promotion codes. */
export const catalogRoutes = [
  route(
    'POST',
    '/v1/products',
    z.strictObject({ ...expand, ...productFields, id: text.optional(), description: text.optional() }),
    (world, params) => {
      if (params.id !== undefined && world.state.products.has(params.id)) {
        throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' });
      }
      const product = newProduct(world.clock.now(), params);
      world.state.products.set(product.id, product);
      emit(world, 'product.created', product);
      return product;
    },
  ),
  route(
    'GET',
    '/v1/products',
    z.strictObject({ ...paged, ...created, active: flag.optional(), ids: z.array(text).optional() }),
    (world, params) => {
      const found = [...world.state.products.values()].filter(
        (product) =>
          isWithin(product.created, params.created) &&
          (params.active === undefined || product.active === params.active) &&
          (params.ids === undefined || params.ids.includes(product.id)),
      );
      return pageOf('/v1/products', found, params);
    },
  ),
  route('POST', '/v1/prices', priceParams, createPrice),
  route(
    'GET',
    '/v1/prices',
    z.strictObject({
      ...paged,
      ...created,
      active: flag.optional(),
      lookup_keys: z.array(text).optional(),
      product: text.optional(),
    }),
    (world, params) => {
      const found = [...world.state.prices.values()].filter(
        (price) =>
          isWithin(price.created, params.created) &&
          (params.active === undefined || price.active === params.active) &&
          (params.product === undefined || price.product === params.product) &&
          (params.lookup_keys === undefined || params.lookup_keys.includes(price.lookup_key ?? '')),
      );
      return pageOf('/v1/prices', found, params);
    },
  ),
  route(
    'GET',
    '/v1/promotion_codes',
    z.strictObject({
      ...paged,
      ...created,
      active: flag.optional(),
      code: text.optional(),
      coupon: text.optional(),
      customer: text.optional(),
    }),
    (world, params) => {
      const found = [...world.state.promotionCodes.values()]
        .filter(
          (code) =>
            isWithin(code.created, params.created) &&
            (params.active === undefined || isUsable(world, code) === params.active) &&
            (params.code === undefined || code.code.toLowerCase() === params.code.toLowerCase()) &&
            (params.coupon === undefined || code.promotion.coupon === params.coupon) &&
            (params.customer === undefined || code.customer === params.customer),
        )
        .map((code) => shownCode(world, code));
      return pageOf('/v1/promotion_codes', found, params);
    },
  ),
  route('GET', '/v1/coupons/:id', noParams, (world, _params, id) => findCoupon(world, id)),
];

function createPrice(world: World, params: z.output<typeof priceParams>) {
  const now = world.clock.now();
  const { lookup_key: key } = params;
  const holder = [...world.state.prices.values()].find(
    (price) => key !== undefined && price.lookup_key === key,
  );
  if (holder && !params.transfer_lookup_key) {
    throw new StripeError(400, {
      type: 'invalid_request_error',
      message: `A price (\`${holder.id}\`) already uses that lookup key.`,
      param: 'lookup_key',
    });
  }
  const product = params.product_data
    ? newProduct(now, params.product_data)
    : findProduct(world, params.product ?? '', 'product');
  if (!world.state.products.has(product.id)) {
    world.state.products.set(product.id, product);
    emit(world, 'product.created', product);
  }
  if (holder) {
    change(world, 'price.updated', holder, () => {
      holder.lookup_key = null;
    });
  }
  const price = newPrice(now, { ...params, product: product.id });
  world.state.prices.set(price.id, price);
  emit(world, 'price.created', price);
  return price;
}
