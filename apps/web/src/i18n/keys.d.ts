import 'i18next';
import type account from './messages/en/account.json';
import type affiliate from './messages/en/affiliate.json';
import type apiKeys from './messages/en/apiKeys.json';
import type checkout from './messages/en/checkout.json';
import type common from './messages/en/common.json';
import type compare from './messages/en/compare.json';
import type compress from './messages/en/compress.json';
import type compressMore from './messages/en/compressMore.json';
import type dashboard from './messages/en/dashboard.json';
import type descriptions from './messages/en/descriptions.json';
import type errors from './messages/en/errors.json';
import type history from './messages/en/history.json';
import type landing from './messages/en/landing.json';
import type legal from './messages/en/legal.json';
import type plain from './messages/en/plain.json';
import type pricing from './messages/en/pricing.json';
import type recipeNames from './messages/en/recipeNames.json';
import type recipes from './messages/en/recipes.json';
import type webhooks from './messages/en/webhooks.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      account: typeof account;
      affiliate: typeof affiliate;
      apiKeys: typeof apiKeys;
      checkout: typeof checkout;
      common: typeof common;
      compare: typeof compare;
      compress: typeof compress & typeof compressMore;
      compressMore: typeof compressMore;
      dashboard: typeof dashboard;
      descriptions: typeof descriptions;
      errors: typeof errors;
      history: typeof history;
      landing: typeof landing;
      legal: typeof legal;
      plain: typeof plain;
      pricing: typeof pricing;
      recipeNames: typeof recipeNames;
      recipes: typeof recipes;
      webhooks: typeof webhooks;
    };
    strictKeyChecks: true;
  }
}
