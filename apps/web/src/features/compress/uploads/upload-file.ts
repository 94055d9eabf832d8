import { type CompressResponse, compressResponse, idempotencyHeader } from '@gossamer/contracts/compressions';
import { settingsToTexts } from '@gossamer/contracts/option-texts';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import { parseAnswer } from '../../../lib/api-client.ts';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';

export type UploadJob = {
  file: File;
  isSample: boolean;
  settings: CompressionSettings;
  idempotencyKey: string;
};

export type UploadProgress = {
  onProgress: (sentPercent: number) => void;
  /** Called when the request body has been sent and the response is pending. */
  onSent: () => void;
};

/** Milliseconds without progress or a response before the connection is considered lost. */
const stallTimeoutMs = 60_000;

/**
 * Sends `POST /api/compress`. Uses XMLHttpRequest, because `fetch` does not report upload progress. Rejects with
 * ApiError, NetworkError, AnswerError or the signal's reason.
 */
export function uploadFile(
  job: UploadJob,
  progress: UploadProgress,
  signal: AbortSignal,
): Promise<CompressResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stallTimer: ReturnType<typeof setTimeout> | undefined;
    const stillMoving = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(() => request.abort(), stallTimeoutMs);
    };
    const abort = () => request.abort();
    const end = (settle: () => void) => {
      clearTimeout(stallTimer);
      signal.removeEventListener('abort', abort);
      settle();
    };

    request.upload.onprogress = (event) => {
      stillMoving();
      if (event.lengthComputable && event.total > 0) progress.onProgress((event.loaded / event.total) * 100);
    };
    request.upload.onload = () => progress.onSent();
    request.onload = () => end(() => readAnswer(request, resolve, reject));
    request.onerror = () => end(() => reject(new NetworkError('The upload was interrupted')));
    request.onabort = () =>
      end(() => reject(signal.aborted ? signal.reason : new NetworkError('The upload stalled')));

    signal.throwIfAborted();
    signal.addEventListener('abort', abort);
    request.open('POST', '/api/compress');
    request.withCredentials = true;
    request.setRequestHeader(idempotencyHeader, job.idempotencyKey);
    stillMoving();
    request.send(toForm(job));
  });
}

function readAnswer(
  request: XMLHttpRequest,
  resolve: (answer: CompressResponse) => void,
  reject: (error: unknown) => void,
): void {
  try {
    if (request.status < 200 || request.status > 299) {
      throw new ApiError({
        status: request.status,
        statusText: request.statusText,
        bodyText: request.responseText,
        retryAfter: request.getResponseHeader('retry-after'),
      });
    }
    resolve(parseAnswer(request.responseText, compressResponse));
  } catch (error) {
    reject(error);
  }
}

/** Builds the form data. The file comes last, so that the server can reject unknown fields before receiving the file. */
function toForm(job: UploadJob): FormData {
  const form = new FormData();
  for (const [name, text] of settingsToTexts(job.settings)) form.append(name, text);
  if (job.isSample) form.append('isSample', 'true');
  form.append('image', job.file, job.file.name);
  return form;
}
