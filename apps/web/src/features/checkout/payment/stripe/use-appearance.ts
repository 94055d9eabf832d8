import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { useTheme } from '../../../../lib/theme.ts';

/**
 * Returns the design tokens for Stripe's iframe, updated when the theme changes. The iframe supports neither CSS
 * variables nor `light-dark()`, so a probe element resolves each color.
 */
export function useAppearance(): Appearance {
  const theme = useTheme();
  const [appearance, setAppearance] = useState(readAppearance);
  // The effect depends on `theme`, because the resolved colors differ between themes.
  useEffect(() => {
    const read = () => setAppearance(readAppearance());
    read();
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', read);
    return () => system.removeEventListener('change', read);
  }, [theme]);
  return appearance;
}

function readAppearance(): Appearance {
  const probe = document.createElement('span');
  document.body.append(probe);
  const color = (token: string) => {
    probe.style.color = `var(--g-${token})`;
    return window.getComputedStyle(probe).color;
  };
  const colors = {
    accent: color('accent'),
    surface: color('surface'),
    ink: color('ink'),
    ink2: color('ink-2'),
    ink3: color('ink-3'),
    danger: color('danger'),
    line: color('line'),
    edge: color('line-strong'),
    focus: color('focus'),
  };
  probe.remove();
  return {
    theme: 'flat',
    variables: {
      colorPrimary: colors.accent,
      colorBackground: colors.surface,
      colorText: colors.ink,
      colorTextSecondary: colors.ink2,
      colorTextPlaceholder: colors.ink3,
      colorDanger: colors.danger,
      fontFamily: '"Geist Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
      fontSizeBase: '15px',
      borderRadius: '8px',
      gridRowSpacing: '12px',
      gridColumnSpacing: '12px',
    },
    rules: {
      '.Input': { border: `1px solid ${colors.edge}`, boxShadow: 'none' },
      '.Input:focus': { border: `1px solid ${colors.focus}`, outline: `1px solid ${colors.focus}` },
      '.Input--invalid': { border: `1px solid ${colors.danger}` },
      '.Tab': { border: `1px solid ${colors.line}`, boxShadow: 'none' },
      '.Tab--selected': { border: `1px solid ${colors.accent}`, outline: `1px solid ${colors.accent}` },
    },
  };
}
