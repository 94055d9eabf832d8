import { z } from 'zod';
import { findCustomer, findMethod, idOf } from '../find.ts';
import { created, emptied, expand, metadata, newMetadata, noParams, paged, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { isWithin, pageOf } from '../lists.ts';
import { newCustomer } from '../objects/customer.ts';
import { endSubscription, isOver } from '../operations/ending.ts';
import { missing } from '../stripe-error.ts';
import { change, emit, type World } from '../world.ts';
import { mergedMetadata } from './merged-metadata.ts';

const fields = {
  ...expand,
  email: text.optional(),
  name: text.optional(),
  description: text.optional(),
  phone: text.optional(),
  metadata: newMetadata.optional(),
  preferred_locales: z.array(text).optional(),
};

const updateParams = z.strictObject({
  ...fields,
  metadata: z.union([emptied, metadata]).optional(),
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
});

export const customerRoutes = [
  route('POST', '/v1/customers', z.strictObject(fields), (world, params) => {
    const customer = newCustomer(world.clock.now(), params);
    world.state.customers.set(customer.id, customer);
    emit(world, 'customer.created', customer);
    return customer;
  }),
  route(
    'GET',
    '/v1/customers',
    z.strictObject({ ...paged, ...created, email: text.optional() }),
    (world, params) => {
      const found = [...world.state.customers.values()].filter(
        (customer) =>
          !customer.deleted &&
          isWithin(customer.created, params.created) &&
          (params.email === undefined || customer.email === params.email),
      );
      return pageOf('/v1/customers', found, params);
    },
  ),
  route('GET', '/v1/customers/:id', noParams, (world, _params, id) => {
    const customer = world.state.customers.get(id);
    if (!customer) throw missing('customer', id);
    return customer;
  }),
  route('POST', '/v1/customers/:id', updateParams, updateCustomer),
  route('DELETE', '/v1/customers/:id', z.strictObject(expand), (world, _params, id) => {
    const customer = findCustomer(world, id);
    for (const subscription of world.state.subscriptions.values()) {
      if (idOf(subscription.customer) !== id || isOver(subscription)) continue;
      endSubscription(world, subscription, 'cancellation_requested');
    }
    const deleted = { id, object: 'customer' as const, deleted: true as const };
    emit(world, 'customer.deleted', customer);
    world.state.customers.set(id, deleted);
    return deleted;
  }),
];

function updateCustomer(world: World, params: z.output<typeof updateParams>, id: string) {
  const customer = findCustomer(world, id);
  const method = params.invoice_settings?.default_payment_method;
  if (method !== undefined) findMethod(world, method, 'invoice_settings[default_payment_method]');
  change(world, 'customer.updated', customer, () => {
    customer.email = params.email ?? customer.email;
    customer.name = params.name ?? customer.name ?? null;
    customer.description = params.description ?? customer.description;
    customer.phone = params.phone ?? customer.phone ?? null;
    customer.preferred_locales = params.preferred_locales ?? customer.preferred_locales ?? [];
    customer.metadata = mergedMetadata(customer.metadata, params.metadata);
    if (method !== undefined) customer.invoice_settings.default_payment_method = method;
  });
  return customer;
}
