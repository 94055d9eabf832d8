import 'i18next';
import type common from './messages/en/common.json';
import type compress from './messages/en/compress.json';
import type errors from './messages/en/errors.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: { common: typeof common; compress: typeof compress; errors: typeof errors };
    strictKeyChecks: true;
  }
}
