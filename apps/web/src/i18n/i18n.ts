import { type LocaleCode, locales } from '@gossamer/contracts/locales';
import i18next, { type BackendModule, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import common from './messages/en/common.json';

export type Namespace =
  | 'account'
  | 'affiliate'
  | 'apiKeys'
  | 'checkout'
  | 'common'
  | 'compare'
  | 'compress'
  | 'dashboard'
  | 'descriptions'
  | 'errors'
  | 'history'
  | 'landing'
  | 'legal'
  | 'webhooks';
/** A file of texts. */
export type Messages = { default: Record<string, unknown> };

/**
 * One chunk for each language and namespace. Which they are is a chunk for each language too: named all at once they
 * would weigh 4 KB in the first load. English `common` is in the first load.
 */
const lists = import.meta.glob<{ files: Record<string, () => Promise<Messages>> }>('./message-files/*.ts');

const fileBackend: BackendModule = {
  type: 'backend',
  init() {},
  async read(language: string, namespace: string) {
    const list = await lists[`./message-files/${language}.ts`]?.();
    const load = list?.files[`../messages/${language}/${namespace}.json`];
    if (!load) throw new Error(`No messages for ${language}/${namespace}`);
    return (await load()).default;
  },
};

export const i18n: I18n = i18next.createInstance();

/** Call once before the first render. Languages are complete, so no text falls back on another's. */
export async function startI18n(language: LocaleCode = 'en'): Promise<void> {
  await i18n
    .use(fileBackend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      supportedLngs: locales.map(({ code }) => code),
      ns: ['common'],
      defaultNS: 'common',
      partialBundledLanguages: true,
      resources: { en: { common } },
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  // English is at hand; keys are nobody's language.
  if (!i18n.hasResourceBundle(language, 'common')) await i18n.changeLanguage('en');
}

/** Fetches a screen's texts in the language of the interface. @throws when they cannot be fetched */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  await i18n.loadNamespaces([...namespaces]);
  await expectTexts(i18n.language, namespaces);
}

/** Fetches all that is in use in another language. @throws when it cannot be fetched; nothing has changed then */
export async function loadLanguage(language: LocaleCode): Promise<void> {
  await i18n.loadLanguages(language);
  await expectTexts(language, namespacesInUse());
}

/** i18next says nothing of a failure and does not ask twice by itself. */
async function expectTexts(language: string, namespaces: readonly string[]): Promise<void> {
  const missing = () => namespaces.filter((namespace) => !i18n.hasResourceBundle(language, namespace));
  if (missing().length === 0) return;
  await i18n.reloadResources([language], missing());
  if (missing().length > 0) throw new Error(`No texts for ${language}: ${missing().join(', ')}`);
}

function namespacesInUse(): readonly string[] {
  const { ns = [] } = i18n.options;
  return typeof ns === 'string' ? [ns] : ns;
}
