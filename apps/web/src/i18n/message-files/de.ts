import type { Messages } from '../i18n.ts';

export const files = import.meta.glob<Messages>('../messages/de/*.json');
