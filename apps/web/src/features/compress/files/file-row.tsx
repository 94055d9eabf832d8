import { Thread } from '../../../components/ui/thread.tsx';
import { statusOf, type UploadItem } from '../uploads/upload-state.ts';
import { FileActions } from './file-actions.tsx';
import { FileSizes } from './file-sizes.tsx';
import { FileState } from './file-state.tsx';
import { Thumbnail } from './thumbnail.tsx';

export function FileRow({ item }: { item: UploadItem }) {
  const { file, step, previewUrl } = item;
  const result = step.name === 'completed' ? step.result : undefined;
  return (
    <li className="file-row hover:bg-hover" data-status={statusOf(item)} data-testid="file-row">
      <Thumbnail sources={[result?.thumbnailUrl, result?.downloadUrl, previewUrl]} />
      <div className="file-name min-w-0">
        <b className="block truncate text-ink" title={file.name}>
          <bdi>{file.name}</bdi>
        </b>
        <FileState item={item} />
      </div>
      {step.name !== 'failed' && <WeightLine item={item} />}
      <FileSizes item={item} />
      <FileActions item={item} />
    </li>
  );
}

function WeightLine({ item: { step, file } }: { item: UploadItem }) {
  switch (step.name) {
    case 'completed': {
      const { compressedSize, compressionRatio } = step.result;
      if (compressionRatio === 0) return <Thread look="full" />;
      return <Thread look="kept" percent={Math.min(100, (compressedSize / file.size) * 100)} />;
    }
    case 'uploading':
      return <Thread look="sent" percent={step.sentPercent} />;
    case 'compressing':
      return <Thread look="busy" />;
    default:
      return <Thread look="waiting" />;
  }
}
