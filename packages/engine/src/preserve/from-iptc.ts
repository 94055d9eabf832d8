import { decodeText, noticeOf, type Preserved } from './preserved.ts';

const resourceMark = '8BIM';
/** Id of the Photoshop image resource that contains IPTC records. */
const iptcResource = 0x0404;
/** Start of the CopyrightNotice dataset (IPTC-IIM 4.2): tag marker, record 2, dataset 116. */
const copyrightNotice = [0x1c, 2, 116];

/** Reads the copyright notice from a block of Photoshop resources or from bare IPTC records. */
export function fromIptc(block: Buffer): Preserved {
  const markAt = block.indexOf(resourceMark, 0, 'latin1');
  const records = markAt === -1 ? block : recordsIn(block, markAt);
  return { copyright: noticeOf(records && noticeIn(records)) };
}

function recordsIn(block: Buffer, firstAt: number): Buffer | undefined {
  for (let at = firstAt; at + 12 <= block.length && block.toString('latin1', at, at + 4) === resourceMark; ) {
    // The resource name, including its length byte, is padded to an even length. The data follows.
    const nameBytes = (block.readUInt8(at + 6) + 2) & ~1;
    const dataAt = at + 6 + nameBytes + 4;
    if (dataAt > block.length) return undefined;
    const endsAt = dataAt + block.readUInt32BE(dataAt - 4);
    if (block.readUInt16BE(at + 4) === iptcResource) return block.subarray(dataAt, endsAt);
    at = endsAt + ((endsAt - dataAt) % 2);
  }
  return undefined;
}

function noticeIn(records: Buffer): string | undefined {
  for (let at = 0; at + 5 <= records.length && records[at] === copyrightNotice[0]; ) {
    const endsAt = at + 5 + records.readUInt16BE(at + 3);
    if (copyrightNotice.every((byte, index) => records[at + index] === byte)) {
      return decodeText(records.subarray(at + 5, endsAt));
    }
    at = endsAt;
  }
  return undefined;
}
