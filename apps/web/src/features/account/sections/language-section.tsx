import { toLocale } from '@gossamer/contracts/choose-language';
import { locales } from '@gossamer/contracts/locales';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../components/ui/select.tsx';
import { useChooseLanguage } from '../../../components/use-choose-language.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Section } from './section.tsx';

export function LanguageSection() {
  const { t } = useTranslation('account');
  const { code } = useLanguage();
  const chooseLanguage = useChooseLanguage();
  return (
    <Section name="language" title={t('language.title')} text={t('language.text')}>
      <Select
        aria-label={t('language.title')}
        value={code}
        className="w-full max-w-72"
        onChange={({ target }) => void chooseLanguage(toLocale(target.value) ?? code)}
      >
        {locales
          .filter((locale) => locale.isListed || locale.code === code)
          .map((locale) => (
            <option key={locale.code} value={locale.code} lang={locale.code}>
              {locale.name}
            </option>
          ))}
      </Select>
    </Section>
  );
}
