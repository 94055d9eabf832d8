import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { useToast } from '../../components/ui/toast.tsx';

/** Puts a text into the clipboard and says so. */
export function CopyButton({ text, className }: { text: string; className?: string }) {
  const { t } = useTranslation('affiliate');
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
    <Button size="small" className={className} onClick={() => void copy()}>
      <Copy aria-hidden size={15} />
      {t('copy.action')}
    </Button>
  );
}
