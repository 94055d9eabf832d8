import type { EngineReport, MetadataKind } from '@gossamer/contracts/engine-report';

/** What happened to the metadata of a file. */
export type MetadataFacts = {
  removed: MetadataKind[];
  /** Removed because the pixels reflect it now: rotated upright, converted to sRGB. */
  applied: MetadataKind[];
  kept: MetadataKind[];
};

/** The kinds that reveal most about a person come first. */
const order: readonly MetadataKind[] = [
  'gps',
  'serial-number',
  'thumbnail',
  'exif',
  'xmp',
  'iptc',
  'comment',
];
const appliedKinds: readonly MetadataKind[] = ['orientation', 'icc'];

export function metadataFacts({ metadataRemoved, metadataKept }: EngineReport): MetadataFacts {
  const rank = (kind: MetadataKind) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  const removed = metadataRemoved.toSorted((a, b) => rank(a) - rank(b));
  return {
    removed: removed.filter((kind) => !appliedKinds.includes(kind)),
    applied: removed.filter((kind) => appliedKinds.includes(kind)),
    kept: metadataKept,
  };
}
