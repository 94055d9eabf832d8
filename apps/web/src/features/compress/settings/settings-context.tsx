import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import { retryableImport } from '../../../lib/retryable-import.ts';
import { askedForm } from './asked-form.ts';
import { initialSettings, type SettingsForm } from './compress-settings.ts';
import { readRememberedSettings, rememberSettings } from './remembered-settings.ts';

type Settings = {
  form: SettingsForm;
  /** Changes the settings and remembers them on this device. */
  setForm: (change: (last: SettingsForm) => SettingsForm) => void;
};

const SettingsContext = createContext<Settings | undefined>(undefined);

const importLink = retryableImport(() => import('./settings-link.ts'));

/**
 * Provides the settings form. Initially, it contains the settings that the user last chose. Settings of a recipe page
 * or in the URL's query string take precedence; they are remembered only once the user changes a setting.
 */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const asked = useMemo(() => askedForm(pathname, search), [pathname, search]);
  // The first render must match the prerendered page, so an effect applies the remaining settings.
  const [{ form, isChosen }, setState] = useState({
    form: { ...initialSettings, ...asked.prerendered },
    isChosen: false,
  });
  const isRead = useRef(false);
  useEffect(() => {
    const apply = (parts: Partial<SettingsForm>) => {
      if (Object.keys(parts).length === 0) return;
      // Without a transition, the update would make React render the page again instead of hydrating it.
      startTransition(() => setState(({ form }) => ({ form: { ...form, ...parts }, isChosen: false })));
    };
    if (!isRead.current) apply(readRememberedSettings());
    isRead.current = true;
    const { parts, link } = asked;
    apply(parts);
    if (link === undefined) return;
    let isCurrent = true;
    importLink().then(
      ({ formOfLink }) => isCurrent && apply(formOfLink(link) ?? {}),
      // If the code that reads links cannot be loaded, for example while offline, the settings remain unchanged.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [asked]);
  useEffect(() => {
    if (isChosen) rememberSettings(form);
  }, [form, isChosen]);

  const setForm = useCallback<Settings['setForm']>(
    (change) => setState((last) => ({ form: change(last.form), isChosen: true })),
    [],
  );
  return (
    <SettingsScope form={form} setForm={setForm}>
      {children}
    </SettingsScope>
  );
}

/** Provides a settings form, such as that of a single image, to the fields in `children`. */
export function SettingsScope({ form, setForm, children }: Settings & { children: ReactNode }) {
  return (
    <SettingsContext value={useMemo(() => ({ form, setForm }), [form, setForm])}>{children}</SettingsContext>
  );
}

export function useSettings(): Settings {
  const settings = useContext(SettingsContext);
  if (!settings) throw new Error('SettingsProvider is missing');
  return settings;
}
