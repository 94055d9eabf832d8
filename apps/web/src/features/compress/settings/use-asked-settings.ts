import { askedSettings } from '@gossamer/contracts/asked-settings';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useSettings } from './settings-context.tsx';

/** Applies the settings in the URL's query string, on mount and when the URL changes. */
export function useAskedSettings(): void {
  const { search } = useLocation();
  const { setForm } = useSettings();
  useEffect(() => setForm((last) => ({ ...last, ...askedSettings(search) })), [search, setForm]);
}
