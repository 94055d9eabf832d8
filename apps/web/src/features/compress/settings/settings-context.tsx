import { unfoldedPageOf } from '@gossamer/contracts/asked-settings';
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useState,
} from 'react';
import { useLocation, useMatch } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { initialSettings, type SettingsForm } from './compress-settings.ts';

type Settings = { form: SettingsForm; setForm: Dispatch<SetStateAction<SettingsForm>> };

const SettingsContext = createContext<Settings | undefined>(undefined);

export function SettingsProvider({ children }: { children: ReactNode }) {
  const { search } = useLocation();
  const isTool = useMatch(paths.compress) !== null;
  // The first render must match the prerendered page, so an effect applies the remaining settings in the URL.
  const isResizing = isTool && unfoldedPageOf(search) === 'resize';
  const [form, setForm] = useState({ ...initialSettings, isResizing });
  return <SettingsContext value={{ form, setForm }}>{children}</SettingsContext>;
}

export function useSettings(): Settings {
  const settings = useContext(SettingsContext);
  if (!settings) throw new Error('useSettings must be used within a SettingsProvider');
  return settings;
}
