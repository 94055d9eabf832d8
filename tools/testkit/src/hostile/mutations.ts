import { crc32 } from 'node:zlib';
import type { InputFormat } from '@gossamer/contracts/formats';
import { headerFields, readField, writeField } from './header-fields.ts';

export type Original = { name: string; format: InputFormat; file: Buffer };
/** A damaged file. `how` lists the applied mutations. */
export type Mutated = { how: string; file: Buffer };

type Random = () => number;
type Mutation = (file: Buffer, random: Random, original: Original, other: Buffer) => Buffer;

const below = (random: Random, limit: number) => Math.floor(random() * limit);

function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[below(random, list.length)] ?? list[0];
}

/** Picks a random byte range of a file. Half of the ranges start in the headers. */
function range(file: Buffer, random: Random, maxBytes: number): [start: number, end: number] {
  const reach = random() < 0.5 ? Math.min(file.length, 600) : file.length;
  const start = below(random, reach);
  return [start, Math.min(file.length, start + 1 + below(random, maxBytes))];
}

const without = (file: Buffer, start: number, end: number) =>
  Buffer.concat([file.subarray(0, start), file.subarray(end)]);

const inserted = (file: Buffer, at: number, bytes: Buffer) =>
  Buffer.concat([file.subarray(0, at), bytes, file.subarray(at)]);

function noise(random: Random, bytes: number): Buffer {
  return Buffer.from(Array.from({ length: bytes }, () => below(random, 256)));
}

/**
 * Returns a number that is likely to cause an overflow: zero, all bits set, the sign bit, a number close to the current
 * value, or a size at or near a limit.
 */
function hostileNumber(random: Random, bytes: number, now: number): number {
  const limit = 2 ** (8 * bytes);
  const value = pick(random, [
    ...([0, 1, limit - 1, limit / 2, limit / 2 - 1, limit - 8] as const),
    ...[now + 1, now - 1, now * 2, Math.floor(now / 2), below(random, limit)],
    ...[900, 4_000, 16_383, 16_384, 30_000, 65_500],
  ]);
  return ((value % limit) + limit) % limit;
}

/** Updates the checksum of the IHDR chunk, so that decoders accept the modified header. */
function withPngSums(file: Buffer): Buffer {
  if (file.length >= 33) file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  return file;
}

function hostileHeader(file: Buffer, random: Random, { format }: Original): Buffer {
  const fields = headerFields(file, format);
  for (let count = 1 + below(random, 3); count > 0; count--) {
    const field = fields[below(random, fields.length)];
    if (field) writeField(file, field, hostileNumber(random, field.bytes, readField(file, field)));
  }
  return format === 'png' ? withPngSums(file) : file;
}

const mutations: Record<string, Mutation> = {
  'bits flipped': (file, random) => {
    for (let count = 1 + below(random, 20); count > 0; count--) {
      const [at] = range(file, random, 1);
      file[at] = (file[at] ?? 0) ^ (1 << below(random, 8));
    }
    return file;
  },
  'bytes overwritten': (file, random) => {
    const [start, end] = range(file, random, 64);
    noise(random, end - start).copy(file, start);
    return file;
  },
  truncated: (file, random) => file.subarray(0, 1 + below(random, file.length - 1)),
  'block doubled': (file, random) => {
    const [start, end] = range(file, random, 2_000);
    return inserted(file, end, file.subarray(start, end));
  },
  'block repeated': (file, random) => {
    const [start, end] = range(file, random, 64);
    const times = 1 + below(random, 1_000);
    return inserted(file, end, Buffer.concat(Array(times).fill(file.subarray(start, end))));
  },
  'block removed': (file, random) => without(file, ...range(file, random, 500)),
  'blocks swapped': (file, random) => {
    const [start, end] = range(file, random, 300);
    const moved = Buffer.from(file.subarray(start, end));
    return inserted(without(file, start, end), below(random, file.length - moved.length + 1), moved);
  },
  'huge number': (file, random) => {
    const bytes = pick(random, [1, 2, 3, 4] as const);
    const [start] = range(file, random, 1);
    const field = { at: Math.max(0, Math.min(start, file.length - bytes)), bytes };
    writeField(file, field, hostileNumber(random, bytes, readField(file, field)));
    return file;
  },
  'two spliced': (file, random, _, other) => {
    const start = below(random, other.length);
    return Buffer.concat([file.subarray(0, 1 + below(random, file.length)), other.subarray(start)]);
  },
  'range zeroed': (file, random) => file.fill(0, ...range(file, random, 1_000)),
  'garbage behind': (file, random) => Buffer.concat([file, noise(random, 1 + below(random, 5_000))]),
};
const byteKinds = Object.keys(mutations);

/** Applies a single mutation or, in a quarter of all cases, several mutations. */
export function mutated(original: Original, other: Buffer, random: Random): Mutated {
  const times = random() < 0.25 ? 2 + below(random, 2) : 1;
  const done: string[] = [];
  let file: Buffer = Buffer.from(original.file);
  for (let nth = 0; nth < times && file.length > 8; nth++) {
    // Header mutations need an intact file, so they can only be the first mutation. As the first mutation, they are
    // twice as likely as any other type.
    const kind = below(random, byteKinds.length + (nth === 0 ? 2 : 0));
    const how = byteKinds[kind] ?? 'hostile header';
    file = (mutations[how] ?? hostileHeader)(file, random, original, other);
    done.push(how);
  }
  return { how: done.join(', '), file };
}
