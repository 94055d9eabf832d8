import type Stripe from 'stripe';
import { newId } from '../ids.ts';

export interface PortalFeatures {
  canCancel: boolean;
  cancelMode: string;
  showsInvoices: boolean;
  canChangeCard: boolean;
  customerUpdates: string[];
}

export interface NewPortalConfiguration {
  features: PortalFeatures;
  isDefault: boolean;
  name: string | null;
  defaultReturnUrl: string | null;
  businessProfile: Partial<Stripe.BillingPortal.Configuration.BusinessProfile>;
  metadata: Stripe.Metadata;
}

export function newPortalConfiguration(
  now: number,
  wanted: NewPortalConfiguration,
): Stripe.BillingPortal.Configuration {
  return {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: {
      headline: null,
      privacy_policy_url: null,
      terms_of_service_url: null,
      ...wanted.businessProfile,
    },
    created: now,
    default_return_url: wanted.defaultReturnUrl,
    features: featuresOf(wanted.features),
    is_default: wanted.isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: wanted.metadata,
    name: wanted.name,
    updated: now,
  };
}

function featuresOf(wanted: PortalFeatures): Stripe.BillingPortal.Configuration.Features {
  return {
    customer_update: {
      allowed_updates: wanted.customerUpdates,
      enabled: wanted.customerUpdates.length > 0,
    },
    invoice_history: { enabled: wanted.showsInvoices },
    payment_method_update: { enabled: wanted.canChangeCard, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: wanted.canCancel,
      mode: wanted.cancelMode,
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      products: null,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  };
}

export function newPortalSession(
  now: number,
  wanted: {
    customer: string;
    configuration: string;
    returnUrl: string | null;
    locale: string | null;
    url: string;
  },
): Stripe.BillingPortal.Session {
  return {
    id: newId('bps'),
    object: 'billing_portal.session',
    configuration: wanted.configuration,
    created: now,
    customer: wanted.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: wanted.locale,
    on_behalf_of: null,
    return_url: wanted.returnUrl,
    url: wanted.url,
  };
}
