import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { whenUsed } from '../../lib/when-used.ts';
import { lazyPart } from '../lazy-part.tsx';

/** Milliseconds between closing a toast and removing it. */
const removalDelayMs = 1_000_000;

export type ToastMessage = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: { label: string; onPress: () => void };
  /** Called when the toast is shown. */
  onShown?: () => void;
};

export type ShownToast = {
  id: number;
  /** Id of the first toast in a series of toasts that replaced each other without being closed. */
  firstId: number;
  isOpen: boolean;
  message: ToastMessage;
};

/** The toast code is loaded on the first user interaction, so that a toast can report a lost connection later. */
const ToastRegion = lazyPart(
  () => import('./toast-region.tsx'),
  ({ ToastRegion }) => ToastRegion,
);

/** Shows a toast that replaces the current one. Returns a function that closes the toast if it is still shown. */
type ShowToast = (message: ToastMessage) => () => void;

const ToastContext = createContext<ShowToast | undefined>(undefined);

export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error('ToastProvider is missing');
  return show;
}

type Props = {
  children: ReactNode;
  closeLabel: string;
  /** Text that screen readers announce before each toast. */
  announceLabel: string;
  /** Accessible name of the toast region. `{hotkey}` is replaced with its keyboard shortcut. */
  regionLabel: string;
  swipeDirection?: 'left' | 'right';
};

export function ToastProvider({ children, swipeDirection = 'right', ...labels }: Props) {
  const [shown, setShown] = useState<ShownToast>();
  useEffect(() => whenUsed(() => void ToastRegion.preload()), []);
  const lastId = useRef(0);
  const show = useCallback((message: ToastMessage) => {
    lastId.current += 1;
    const id = lastId.current;
    setShown((last) => ({ id, firstId: last?.isOpen ? last.firstId : id, isOpen: true, message }));
    return () => setShown((last) => (last?.id === id ? { ...last, isOpen: false } : last));
  }, []);
  const setOpen = useCallback(
    (isOpen: boolean) => setShown((last) => (last ? { ...last, isOpen } : last)),
    [],
  );
  useEffect(() => {
    if (!shown || shown.isOpen) return;
    const timer = setTimeout(() => setShown(undefined), removalDelayMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <ToastContext value={show}>
      {children}
      {shown && (
        <ToastRegion shown={shown} onOpenChange={setOpen} swipeDirection={swipeDirection} {...labels} />
      )}
    </ToastContext>
  );
}
