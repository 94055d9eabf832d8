import { setPriority } from 'node:os';
import { endWithParent } from './end-with-parent.ts';
import { paddedPhoto } from './padded-photo.ts';
import { type Answer, formOf, sendUpload } from './send-upload.ts';

export interface UploadersOrder {
  url: string;
  /** Used in turn. */
  cookies: string[];
  uploads: number;
  fileBytes: number;
}

// Real clients have their own machines, so this process uses only the cores that the product leaves.
setPriority(19);
endWithParent();

/** Runs in its own process, so that sending does not wait for the world's proxies. */
process.once('message', async ({ url, cookies, uploads, fileBytes }: UploadersOrder) => {
  const form = formOf(await paddedPhoto(fileBytes));
  process.send?.('ready');
  process.once('message', async () => {
    const answers: Answer[] = await Promise.all(
      Array.from({ length: uploads }, (_, index) =>
        sendUpload(url, cookies[index % cookies.length] ?? '', form),
      ),
    );
    process.send?.(answers, () => process.disconnect());
  });
});
