import 'i18next';
import type common from './messages/en/common.json';
import type compare from './messages/en/compare.json';
import type compress from './messages/en/compress.json';
import type errors from './messages/en/errors.json';
import type landing from './messages/en/landing.json';
import type legal from './messages/en/legal.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      common: typeof common;
      compare: typeof compare;
      compress: typeof compress;
      errors: typeof errors;
      landing: typeof landing;
      legal: typeof legal;
    };
    strictKeyChecks: true;
  }
}
