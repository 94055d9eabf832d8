import i18next, { type BackendModule, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import common from './messages/en/common.json';

export type Namespace = 'common' | 'compare' | 'compress' | 'errors' | 'landing' | 'legal';
type MessageFile = { default: Record<string, unknown> };

/** One chunk for each language and namespace; English `common` is in the first load. */
const files = import.meta.glob<MessageFile>(['./messages/*/*.json', '!./messages/en/common.json']);

const fileBackend: BackendModule = {
  type: 'backend',
  init() {},
  async read(language: string, namespace: string) {
    const load = files[`./messages/${language}/${namespace}.json`];
    if (!load) throw new Error(`No messages for ${language}/${namespace}`);
    return (await load()).default;
  },
};

export const i18n: I18n = i18next.createInstance();

/** Call once before the first render. */
export async function startI18n(): Promise<void> {
  await i18n
    .use(fileBackend)
    .use(initReactI18next)
    .init({
      lng: 'en',
      fallbackLng: 'en',
      ns: ['common'],
      defaultNS: 'common',
      partialBundledLanguages: true,
      resources: { en: { common } },
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
}
