import { askedSettings } from '@gossamer/contracts/asked-settings';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useSettings } from './settings-context.tsx';

/** Takes the settings that the address asks for, once it leads here. */
export function useAskedSettings(): void {
  const { search } = useLocation();
  const { setForm } = useSettings();
  useEffect(() => setForm((last) => ({ ...last, ...askedSettings(search) })), [search, setForm]);
}
