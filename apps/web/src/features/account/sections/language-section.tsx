import { toLocale } from '@gossamer/contracts/choose-language';
import { locales } from '@gossamer/contracts/locales';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useChooseLanguage } from '../../../components/use-choose-language.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Section } from './section.tsx';

export function LanguageSection() {
  const { t } = useTranslation('account');
  const { code } = useLanguage();
  const chooseLanguage = useChooseLanguage();
  return (
    <Section title={t('language.title')} text={t('language.text')}>
      <span className="relative w-full max-w-72">
        <select
          aria-label={t('language.title')}
          value={code}
          className="input appearance-none pe-10"
          onChange={({ target }) => void chooseLanguage(toLocale(target.value) ?? code)}
        >
          {locales
            .filter((locale) => locale.isListed || locale.code === code)
            .map((locale) => (
              <option key={locale.code} value={locale.code} lang={locale.code}>
                {locale.name}
              </option>
            ))}
        </select>
        <ChevronDown
          aria-hidden
          size={17}
          className="pointer-events-none absolute inset-y-0 end-3 my-auto text-ink-3"
        />
      </span>
    </Section>
  );
}
