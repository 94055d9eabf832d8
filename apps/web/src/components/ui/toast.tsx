import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { retryableImport } from '../../lib/retryable-import.ts';
import { whenUsed } from '../../lib/when-used.ts';

/** A message that was closed is forgotten after this time. */
const removalDelayMs = 1_000_000;
/** Between one try to fetch the region and the next. */
const retryMs = 2_000;

export type ToastMessage = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: { label: string; onPress: () => void };
  /** Called once it is there to be read. */
  onShown?: () => void;
};

export type ShownToast = {
  id: number;
  /** Of the first one of those that gave way to each other without a pause. */
  firstId: number;
  isOpen: boolean;
  message: ToastMessage;
};

/** Fetched as soon as somebody does something: the message may be that the connection has gone. */
const ToastRegion = lazy(async () => ({ default: await fetchToastRegion() }));

const importToastRegion = retryableImport(() => import('./toast-region.tsx'));

/** Tries again until it is there: the message then comes late rather than never. */
async function fetchToastRegion() {
  for (;;) {
    try {
      return (await importToastRegion()).ToastRegion;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

/** Shows a message; the one that is there gives way. What it returns closes the message, if it is still there. */
type ShowToast = (message: ToastMessage) => () => void;

const ToastContext = createContext<ShowToast | undefined>(undefined);

export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast needs a ToastProvider around it');
  return show;
}

type Props = {
  children: ReactNode;
  closeLabel: string;
  /** Said before each message to those who listen. */
  announceLabel: string;
  /** Names the region; `{hotkey}` stands for its key. */
  regionLabel: string;
  swipeDirection?: 'left' | 'right';
};

export function ToastProvider({ children, swipeDirection = 'right', ...labels }: Props) {
  const [shown, setShown] = useState<ShownToast>();
  useEffect(() => whenUsed(() => void importToastRegion().catch(() => undefined)), []);
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
      <Suspense>
        {shown && (
          <ToastRegion shown={shown} onOpenChange={setOpen} swipeDirection={swipeDirection} {...labels} />
        )}
      </Suspense>
    </ToastContext>
  );
}
