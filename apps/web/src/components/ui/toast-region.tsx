import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useEffect, useRef } from 'react';
import type { ShownToast, ToastMessage } from './toast.tsx';

const durationMs = 5_000;
const swipeThresholdPx = 50;

type Props = {
  shown: ShownToast;
  onOpenChange: (isOpen: boolean) => void;
  closeLabel: string;
  announceLabel: string;
  regionLabel: string;
  swipeDirection: 'left' | 'right';
};

export function ToastRegion(props: Props) {
  const { shown, onOpenChange, closeLabel, announceLabel, regionLabel, swipeDirection } = props;
  return (
    // The key recreates the provider after a toast is closed. Otherwise, Radix would pause the next toast, because the
    // pointer or the focus was inside the closed toast.
    <Toast.Provider
      key={shown.firstId}
      label={announceLabel}
      duration={durationMs}
      swipeDirection={swipeDirection}
      swipeThreshold={swipeThresholdPx}
    >
      <ToastCard
        key={shown.id}
        message={shown.message}
        isOpen={shown.isOpen}
        onOpenChange={onOpenChange}
        closeLabel={closeLabel}
      />
      <Toast.Viewport
        label={regionLabel}
        className="pointer-events-auto fixed z-50 w-[min(23rem,calc(100vw-2rem))] max-md:inset-x-4 max-md:bottom-4 max-md:w-auto md:end-5 md:bottom-5 with-action-bar:top-3 with-action-bar:bottom-auto md:with-action-bar:top-18 comparing:top-18 comparing:bottom-auto md:comparing:max-[1101px]:top-32"
      />
    </Toast.Provider>
  );
}

type CardProps = {
  message: ToastMessage;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  closeLabel: string;
};

function ToastCard({ message, isOpen, onOpenChange, closeLabel }: CardProps) {
  const { variant = 'default' } = message;
  const isBad = variant === 'destructive';
  const Icon = isBad ? CircleAlert : CircleCheck;
  return (
    <Toast.Root
      open={isOpen}
      onOpenChange={onOpenChange}
      type={isBad ? 'foreground' : 'background'}
      data-variant={variant}
      data-testid="toast"
      className="grid animate-rise grid-cols-[auto_1fr_auto] gap-x-3 gap-y-0.5 rounded-card bg-raised py-3.5 ps-4 pe-3 text-small shadow-pop data-[state=closed]:animate-fade data-[swipe=cancel]:transition-transform data-[swipe=cancel]:duration-base data-[swipe=cancel]:ease-gossamer data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x) data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      <WhenThere call={message.onShown} />
      <Icon aria-hidden size={19} className={`mt-px ${isBad ? 'text-danger' : 'text-accent'}`} />
      <Toast.Title className={`text-body leading-snug font-strong ${isBad ? 'text-danger' : 'text-ink'}`}>
        {message.title}
      </Toast.Title>
      <Toast.Close
        aria-label={closeLabel}
        className="-mt-1.5 -me-0.5 grid size-8 cursor-pointer place-items-center rounded-control text-ink-2 hover:bg-hover hover:text-ink"
      >
        <X aria-hidden size={17} />
      </Toast.Close>
      <div className="col-start-2 flex flex-wrap items-baseline gap-x-3">
        {message.description && <Toast.Description>{message.description}</Toast.Description>}
        {message.action && (
          <Toast.Action
            altText={message.action.label}
            onClick={message.action.onPress}
            className="cursor-pointer rounded-sm font-medium text-accent underline decoration-1 underline-offset-3 hover:text-accent-hover"
          >
            {message.action.label}
          </Toast.Action>
        )}
      </div>
    </Toast.Root>
  );
}

/** Calls `call` once the surrounding toast is mounted. */
function WhenThere({ call }: { call: (() => void) | undefined }) {
  const first = useRef(call);
  useEffect(() => {
    first.current?.();
    first.current = undefined;
  }, []);
  return null;
}
