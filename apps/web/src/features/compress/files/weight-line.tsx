import { Thread } from '../../../components/ui/thread.tsx';
import type { UploadItem } from '../uploads/upload-state.ts';

type Props = { item: Pick<UploadItem, 'step' | 'file'>; isThick?: boolean };

/** Shows the compressed size relative to the original size, or the upload progress. */
export function WeightLine({ item: { step, file }, isThick = false }: Props) {
  switch (step.name) {
    case 'completed': {
      const { compressedSize, compressionRatio } = step.result;
      if (compressionRatio === 0) return <Thread look="full" isThick={isThick} />;
      const percent = Math.min(100, (compressedSize / file.size) * 100);
      return <Thread look="kept" percent={percent} isThick={isThick} />;
    }
    case 'uploading':
      return <Thread look="sent" percent={step.sentPercent} />;
    case 'compressing':
      return <Thread look="busy" />;
    default:
      return <Thread look="waiting" />;
  }
}
