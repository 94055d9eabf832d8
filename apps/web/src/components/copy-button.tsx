import { Copy } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './ui/button.tsx';
import { useToast } from './ui/toast.tsx';

type Props = {
  text: string;
  /** Id of what names the text: there is more than one such button on a page. */
  labelledBy: string;
  className?: string;
};

/** Puts a text into the clipboard and says so. */
export function CopyButton({ text, labelledBy, className }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const showToast = useToast();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: t('copy.done') });
    } catch {
      // Refused, or no secure connection: what is to be copied stands beside the button.
      showToast({ variant: 'destructive', title: t('copy.failed'), description: t('copy.failedText') });
    }
  }

  return (
    <Button
      id={id}
      aria-labelledby={`${id} ${labelledBy}`}
      size="small"
      className={className}
      onClick={() => void copy()}
    >
      <Copy aria-hidden size={15} />
      {t('copy.action')}
    </Button>
  );
}
