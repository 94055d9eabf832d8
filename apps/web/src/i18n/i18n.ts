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
  | 'compressMore'
  | 'dashboard'
  | 'descriptions'
  | 'errors'
  | 'history'
  | 'landing'
  | 'legal'
  | 'plain'
  | 'pricing'
  | 'recipeNames'
  | 'recipes'
  | 'webhooks';
/** Imported module of a message file, with the messages as the default export. */
export type Messages = { default: Record<string, unknown> };

/**
 * Loaders for the chunk list of each language, which has one chunk per namespace. Each list is itself a chunk, because
 * all lists together would add 4 KB to the initial load. English `common` messages are part of the initial load.
 */
const lists = import.meta.glob<{ files: Record<string, () => Promise<Messages>> }>('./message-files/*.ts');

const fileBackend: BackendModule = {
  type: 'backend',
  init() {},
  async read(language: string, namespace: string) {
    const list = await lists[`./message-files/${language}.ts`]?.();
    const load = list?.files[`../messages/${language}/${namespace}.json`];
    if (!load) throw new Error(`Messages not found: ${language}/${namespace}`);
    return (await load()).default;
  },
};

export const i18n: I18n = i18next.createInstance();

/**
 * Initializes i18next. Must be called once before the first render. No fallback language is needed, because all
 * translations are complete.
 */
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
      // Messages of `compress` that the initial load does not need are in this separate file.
      fallbackNS: 'compressMore',
      partialBundledLanguages: true,
      resources: { en: { common } },
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  // If the texts cannot be loaded, show the bundled English texts instead of message keys.
  if (!i18n.hasResourceBundle(language, 'common')) await i18n.changeLanguage('en');
}

/**
 * Loads namespaces in the current language.
 * @throws Error if a namespace cannot be loaded
 */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  await i18n.loadNamespaces([...namespaces]);
  await expectTexts(i18n.language, namespaces);
}

/**
 * Loads all used namespaces in another language without switching to that language.
 * @throws Error if a namespace cannot be loaded
 */
export async function loadLanguage(language: LocaleCode): Promise<void> {
  await i18n.loadLanguages(language);
  await expectTexts(language, namespacesInUse());
}

/**
 * Retries missing namespaces once, because i18next neither retries nor reports failures.
 * @throws Error if the retry fails
 */
async function expectTexts(language: string, namespaces: readonly string[]): Promise<void> {
  const missing = () => namespaces.filter((namespace) => !i18n.hasResourceBundle(language, namespace));
  if (missing().length === 0) return;
  await i18n.reloadResources([language], missing());
  if (missing().length > 0) throw new Error(`Failed to load ${language} messages: ${missing().join(', ')}`);
}

function namespacesInUse(): readonly string[] {
  const { ns = [] } = i18n.options;
  return typeof ns === 'string' ? [ns] : ns;
}
