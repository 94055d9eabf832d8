import { createHash } from 'node:crypto';
import type { CheckConfig } from '@gossamer/contracts/check-config';
import type { InputFormat } from '@gossamer/contracts/formats';
import { textContainers } from './stamp-places.ts';

/**
 * A stamp says that `gossamer check --fix` has written a file, and with which settings. The next check compresses a stamped
 * file only if the settings demand more, because each compression costs quality. The hash of the other bytes makes the stamp
 * void once the file is edited.
 */
const stampText = /^gossamer 1 q(\d{2,3}) s([0-9a-f]{8}) h([0-9a-f]{16})$/;

type Compression = CheckConfig['compression'];
interface Size {
  widthPx: number | null;
  heightPx: number | null;
}

/** Returns the file with a stamp, or unchanged if it is malformed. */
export function withStamp(file: Uint8Array, format: InputFormat, compression: Compression): Uint8Array {
  const text = `gossamer 1 q${compression.quality} s${settingsHash(compression)} h${hashOf(file)}`;
  return textContainers[format]?.insert(asBuffer(file), text) ?? file;
}

/** Returns whether the file was written with settings of which the given ones would not make it smaller. */
export function isStampedFor(
  file: Uint8Array,
  format: InputFormat,
  { compression, size }: { compression: Compression; size: Size },
): boolean {
  const container = textContainers[format];
  if (!container || mustShrink(compression, size)) return false;
  return container.find(asBuffer(file)).some((place) => {
    const [, quality, settings, hash] = stampText.exec(place.text) ?? [];
    return (
      Number(quality) <= compression.quality &&
      settings === settingsHash(compression) &&
      hash === hashOf(container.remove(asBuffer(file), place))
    );
  });
}

function mustShrink({ resizeWidth = Infinity, resizeHeight = Infinity }: Compression, size: Size): boolean {
  return (size.widthPx ?? 0) > resizeWidth || (size.heightPx ?? 0) > resizeHeight;
}

/** Returns a hash of the settings that change the file in other ways than quality and size. */
function settingsHash({ preserve = [], color = 'keep', hdr = 'keep' }: Compression): string {
  const kept = [...new Set(preserve)].sort();
  return sha256(JSON.stringify([kept, color, hdr])).slice(0, 8);
}

const hashOf = (file: Uint8Array) => sha256(file).slice(0, 16);
const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
