import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';

/** Milliseconds for which the button confirms that the code was copied. */
const confirmedMs = 2_500;

/** Box with code, and a button that copies it. */
export function CodeBox({ text }: { text: string }) {
  const { t } = useTranslation(['compress', 'common']);
  const { state, copy } = useCopy(text);
  return (
    <div className="grid gap-3">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll the code with the keyboard
        tabIndex={0}
        aria-label={t('compress:variants.code.kind')}
        className="max-h-[min(20rem,36dvh)] overflow-auto rounded-control bg-sunken p-3.5"
      >
        <pre
          dir="ltr"
          className="text-start text-[0.8125rem]/[1.55] whitespace-pre-wrap wrap-anywhere text-ink"
          data-testid="code"
        >
          <code>{text}</code>
        </pre>
      </section>
      {/* The button stays visible while the dialog scrolls. */}
      <div className="sticky -bottom-5 -mx-6 -mb-5 flex flex-wrap items-center justify-end gap-3 bg-raised px-6 pt-1 pb-5">
        <p role="status" className={`text-small ${state === 'failed' ? 'text-danger' : 'sr-only'}`}>
          {state === 'copied' && t('common:copy.done')}
          {state === 'failed' && t('common:copy.failedText')}
        </p>
        <Button variant="primary" className="max-md:w-full" onClick={() => void copy()}>
          {state === 'copied' ? <Check aria-hidden size={17} /> : <Copy aria-hidden size={17} />}
          {state === 'copied' ? t('common:copy.done') : t('compress:variants.copyCode')}
        </Button>
      </div>
    </div>
  );
}

/** Returns a function that copies the text, and for some time the outcome. */
function useCopy(text: string) {
  const [state, setState] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!state) return;
    const timer = setTimeout(setState, confirmedMs, undefined);
    return () => clearTimeout(timer);
  }, [state]);
  async function copy() {
    // Copying fails without permission or outside a secure context. The code can then be selected and copied.
    await navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  }
  return { state, copy };
}
