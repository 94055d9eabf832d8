import { Copy } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './ui/button.tsx';
import { useToast } from './ui/toast.tsx';

type Props = {
  text: string;
  /** Id of the element that names the copied text, to distinguish several buttons on a page. */
  labeledBy: string;
  className?: string;
};

/** Copies text to the clipboard and shows a toast. */
export function CopyButton({ text, labeledBy, className }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const showToast = useToast();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: t('copy.done') });
    } catch {
      // The clipboard requires permission and a secure context. Without them, the user can copy the text beside the
      // button manually.
      showToast({ variant: 'destructive', title: t('copy.failed'), description: t('copy.failedText') });
    }
  }

  return (
    <Button
      id={id}
      aria-labelledby={`${id} ${labeledBy}`}
      size="small"
      className={className}
      onClick={() => void copy()}
    >
      <Copy aria-hidden size={15} />
      {t('copy.action')}
    </Button>
  );
}
