import { Copy } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './ui/button.tsx';
import { useToast } from './ui/toast.tsx';

type Props = {
  text: string;
  /** Id of the element that labels the copied text, so that screen readers can distinguish multiple copy buttons. */
  labeledBy: string;
  className?: string;
};

/** Button that copies text to the clipboard and shows a toast. */
export function CopyButton({ text, labeledBy, className }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const showToast = useToast();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: t('copy.done') });
    } catch {
      // The clipboard requires permission and a secure context. If it is unavailable, the user can copy the visible
      // text manually.
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
