import { setPriority } from 'node:os';
import { endWithParent } from './end-with-parent.ts';
import { paddedPhoto } from './padded-photo.ts';
import { type Answer, formOf, sendUpload } from './send-upload.ts';

export interface UploadersOrder {
  url: string;
  /** Visitors take turns. */
  cookies: string[];
  uploads: number;
  fileBytes: number;
}

// Those who send have machines of their own: here they get what the product leaves of the cores.
setPriority(19);
endWithParent();

/** A process of its own: what it has to send must not wait for the proxies of the world that it is sent to. */
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
