import { locales } from '@gossamer/contracts/locales';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { Flag } from './flag.tsx';
import { MenuButton } from './ui/menu-button.tsx';
import { useToast } from './ui/toast.tsx';

const listed = locales.filter(({ isListed }) => isListed);

export function LanguageMenu() {
  const { t } = useTranslation();
  const { locale, changeLanguage } = useLanguage();
  const showToast = useToast();
  const choices = listed.map(({ code, name, flag }) => ({
    value: code,
    label: name,
    lang: code,
    icon: <Flag country={flag} />,
  }));
  const choose = (code: (typeof locales)[number]['code']) =>
    changeLanguage(code).catch(() =>
      showToast({
        variant: 'destructive',
        title: t('language.failed'),
        description: t('language.failedText'),
      }),
    );
  return (
    <MenuButton
      label={t('language.label', { name: locale.name })}
      dir={locale.dir}
      choices={choices}
      value={locale.code}
      onChoose={(code) => void choose(code)}
    >
      <Flag country={locale.flag} />
      <span className="max-md:hidden" lang={locale.code}>
        {locale.name}
      </span>
      <ChevronDown aria-hidden size={15} />
    </MenuButton>
  );
}
