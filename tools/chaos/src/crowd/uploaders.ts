import { setPriority } from 'node:os';
import { endWithParent } from './end-with-parent.ts';
import { paddedPhoto } from './padded-photo.ts';
import { type Answer, formOf, sendUpload } from './send-upload.ts';

export interface UploadersOrder {
  url: string;
  /** Cookies of the visitors that send the uploads. Each visitor sends the same number of uploads. */
  cookies: string[];
  uploads: number;
  fileBytes: number;
}

// Run at the lowest CPU priority, because real clients have their own machines.
setPriority(19);
endWithParent();

/** Upload from a separate process, so that the proxies in the parent process do not slow down the uploads. */
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
