import type { Call } from './connection.ts';

/**
 * An image: bytes, a `Blob` or `File`, a stream, or its public URL, which the server fetches. A stream is read
 * completely before it is sent, so that the request can be retried.
 */
export type ImageInput = Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array> | { url: string | URL };

export type Fields = Record<string, string | number | boolean | Record<string, string> | undefined>;

/** Returns the request body for an image: JSON with its URL, or multipart form data with the file. */
export async function toBody(
  input: ImageInput,
  fields: Fields,
  signal: AbortSignal,
): Promise<Pick<Call, 'body' | 'headers'>> {
  if ('url' in input) {
    return {
      body: JSON.stringify({ ...fields, url: String(input.url) }),
      headers: { 'content-type': 'application/json' },
    };
  }
  const file = await toBlob(input, signal);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, textOf(value));
  }
  // If the name is empty, the API generates a file name that matches the format.
  form.append('image', file, nameOf(file) ?? '');
  return { body: form };
}

const nameOf = (file: Blob) => ('name' in file && typeof file.name === 'string' ? file.name : undefined);

async function toBlob(input: Exclude<ImageInput, { url: string | URL }>, signal: AbortSignal): Promise<Blob> {
  if (input instanceof Blob) return input;
  if (!(input instanceof ReadableStream)) return new Blob([input as Uint8Array<ArrayBuffer>]);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const sink = new WritableStream<Uint8Array>({ write: (part) => void parts.push(new Uint8Array(part)) });
  await input.pipeTo(sink, { signal });
  return new Blob(parts);
}

/** Returns an option as a form field. Lists are separated by commas; other objects are JSON. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || Array.isArray(value)) return String(value);
  return JSON.stringify(value);
}
