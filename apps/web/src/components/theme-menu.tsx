import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { setTheme, type Theme, useTheme } from '../lib/theme.ts';
import { MenuButton } from './ui/menu-button.tsx';

const icons = { system: Monitor, light: Sun, dark: Moon } as const;
const themes = Object.keys(icons) as Theme[];

/** Menu to select the color theme. Its button is an icon in the header, or a labeled entry in the phone menu. */
export function ThemeMenu({ isNamed = false, className = '' }: { isNamed?: boolean; className?: string }) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const theme = useTheme();
  const Icon = icons[theme];
  const choices = themes.map((value) => {
    const Choice = icons[value];
    return {
      value,
      label: t(`theme.${value}`),
      icon: <Choice aria-hidden size={17} className="text-ink-3" />,
    };
  });
  return (
    <MenuButton
      label={t('theme.label', { name: t(`theme.${theme}`) })}
      dir={locale.dir}
      choices={choices}
      value={theme}
      onChoose={setTheme}
      className={className}
      {...(!isNamed && { size: 'icon', 'data-tooltip': t('theme.label', { name: t(`theme.${theme}`) }) })}
    >
      <Icon aria-hidden size={18} />
      {isNamed && t('theme.label', { name: t(`theme.${theme}`) })}
    </MenuButton>
  );
}
