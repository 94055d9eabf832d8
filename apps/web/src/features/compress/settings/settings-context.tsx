import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useState,
} from 'react';
import { initialSettings, type SettingsForm } from './compress-settings.ts';

type Settings = { form: SettingsForm; setForm: Dispatch<SetStateAction<SettingsForm>> };

const SettingsContext = createContext<Settings | undefined>(undefined);

export function SettingsProvider({ children }: { children: ReactNode }) {
  const [form, setForm] = useState(initialSettings);
  return <SettingsContext value={{ form, setForm }}>{children}</SettingsContext>;
}

export function useSettings(): Settings {
  const settings = useContext(SettingsContext);
  if (!settings) throw new Error('useSettings needs a SettingsProvider around it');
  return settings;
}
