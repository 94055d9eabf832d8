import type { EngineReport, MetadataKind } from '@gossamer/contracts/engine-report';

/** What happened to the metadata of a file. */
export type MetadataFacts = {
  removed: MetadataKind[];
  /** Metadata that was removed because it was applied to the pixels: rotation and conversion to sRGB. */
  applied: MetadataKind[];
  kept: MetadataKind[];
};

/** Kinds of metadata, beginning with those that reveal most about a person. */
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
