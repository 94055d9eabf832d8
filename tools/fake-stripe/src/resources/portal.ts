import type Stripe from 'stripe';
import { z } from 'zod';
import { findCustomer } from '../find.ts';
import { emptied, expand, flag, newMetadata, noParams, paged, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { randomLetters } from '../ids.ts';
import { pageOf } from '../lists.ts';
import { newPortalConfiguration, newPortalSession } from '../objects/portal.ts';
import { missing } from '../stripe-error.ts';
import { emit, type World } from '../world.ts';

const sessionMs = 3_600_000;

const configurationParams = z.strictObject({
  ...expand,
  features: z.strictObject({
    customer_update: z
      .strictObject({
        enabled: flag,
        allowed_updates: z.union([emptied.transform(() => []), z.array(text)]).optional(),
      })
      .optional(),
    invoice_history: z.strictObject({ enabled: flag }).optional(),
    payment_method_update: z.strictObject({ enabled: flag }).optional(),
    subscription_cancel: z
      .strictObject({
        enabled: flag,
        mode: z.enum(['at_period_end', 'immediately']).optional(),
        proration_behavior: text.optional(),
        cancellation_reason: z.strictObject({ enabled: flag, options: z.array(text).optional() }).optional(),
      })
      .optional(),
    subscription_update: z.strictObject({ enabled: z.literal('false') }).optional(),
  }),
  business_profile: z
    .strictObject({
      headline: text.optional(),
      privacy_policy_url: text.optional(),
      terms_of_service_url: text.optional(),
    })
    .optional(),
  default_return_url: text.optional(),
  metadata: newMetadata.optional(),
  name: text.optional(),
});

const sessionParams = z.strictObject({
  ...expand,
  customer: text,
  return_url: text.optional(),
  configuration: text.optional(),
  locale: text.optional(),
});

export const portalRoutes = [
  route('POST', '/v1/billing_portal/configurations', configurationParams, createConfiguration),
  route(
    'GET',
    '/v1/billing_portal/configurations',
    z.strictObject({ ...paged, active: flag.optional(), is_default: flag.optional() }),
    (world, params) => {
      const found = [...world.state.portalConfigurations.values()].filter(
        (configuration) =>
          (params.active === undefined || configuration.active === params.active) &&
          (params.is_default === undefined || configuration.is_default === params.is_default),
      );
      return pageOf('/v1/billing_portal/configurations', found, params);
    },
  ),
  route('GET', '/v1/billing_portal/configurations/:id', noParams, (world, _params, id) =>
    findConfiguration(world, id),
  ),
  route('POST', '/v1/billing_portal/sessions', sessionParams, createSession),
];

function findConfiguration(world: World, id: string, param?: string) {
  const found = world.state.portalConfigurations.get(id);
  if (!found) throw missing('configuration', id, param);
  return found;
}

function createConfiguration(world: World, params: z.output<typeof configurationParams>) {
  const { features } = params;
  const updates = features.customer_update;
  const given = Object.entries(params.business_profile ?? {}).filter(([, value]) => value !== undefined);
  const configuration = newPortalConfiguration(world.clock.now(), {
    features: {
      canCancel: features.subscription_cancel?.enabled ?? false,
      cancelMode: features.subscription_cancel?.mode ?? 'at_period_end',
      showsInvoices: features.invoice_history?.enabled ?? false,
      canChangeCard: features.payment_method_update?.enabled ?? false,
      customerUpdates: updates?.enabled ? (updates.allowed_updates ?? []) : [],
    },
    isDefault: false,
    name: params.name ?? null,
    defaultReturnUrl: params.default_return_url ?? null,
    businessProfile: Object.fromEntries(given),
    metadata: params.metadata ?? {},
  });
  world.state.portalConfigurations.set(configuration.id, configuration);
  emit(world, 'billing_portal.configuration.created', configuration);
  return configuration;
}

/** Returns the account's default portal configuration, which allows all actions. */
function defaultConfiguration(world: World): Stripe.BillingPortal.Configuration {
  const found = [...world.state.portalConfigurations.values()].find(({ is_default }) => is_default);
  if (found) return found;
  const made = newPortalConfiguration(world.clock.now(), {
    features: {
      canCancel: true,
      cancelMode: 'at_period_end',
      showsInvoices: true,
      canChangeCard: true,
      customerUpdates: [],
    },
    isDefault: true,
    name: null,
    defaultReturnUrl: null,
    businessProfile: {},
    metadata: {},
  });
  world.state.portalConfigurations.set(made.id, made);
  return made;
}

function createSession(world: World, params: z.output<typeof sessionParams>) {
  const customer = findCustomer(world, params.customer, 'customer');
  const configuration =
    params.configuration === undefined
      ? defaultConfiguration(world)
      : findConfiguration(world, params.configuration, 'configuration');
  const returnUrl = params.return_url ?? configuration.default_return_url;
  const token = randomLetters(43);
  world.state.portalLinks.set(token, {
    customerId: customer.id,
    configurationId: configuration.id,
    returnUrl,
    // Use the real time, because the fake clock can be moved while the portal is open.
    expiresAtMs: Date.now() + sessionMs,
  });
  const session = newPortalSession(world.clock.now(), {
    customer: customer.id,
    configuration: configuration.id,
    returnUrl,
    locale: params.locale ?? null,
    url: `${world.publicUrl}/fake-stripe/portal/${token}`,
  });
  emit(world, 'billing_portal.session.created', session);
  return session;
}
