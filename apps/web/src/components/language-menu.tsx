import { locales } from '@gossamer/contracts/locales';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { Flag } from './flag.tsx';
import { MenuButton } from './ui/menu-button.tsx';
import { useChooseLanguage } from './use-choose-language.ts';

const listed = locales.filter(({ isListed }) => isListed);

/** Language menu. Its button shows the name of the current language, except on small screens. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const chooseLanguage = useChooseLanguage();
  const choices = listed.map(({ code, name, flag }) => ({
    value: code,
    label: name,
    lang: code,
    icon: <Flag country={flag} />,
  }));
  return (
    <MenuButton
      label={t('language.label', { name: locale.name })}
      dir={locale.dir}
      choices={choices}
      value={locale.code}
      onChoose={(code) => void chooseLanguage(code)}
    >
      <Flag country={locale.flag} />
      <span className="max-wide:hidden" lang={locale.code}>
        {locale.name}
      </span>
      <ChevronDown aria-hidden size={15} />
    </MenuButton>
  );
}
