import type { EngineReport, MetadataKind } from '@gossamer/contracts/engine-report';

/** Metadata of an image, grouped by what the compression did with it. */
export type MetadataFacts = {
  removed: MetadataKind[];
  /** Metadata that was applied to the pixels and then removed: rotation and color profile. */
  applied: MetadataKind[];
  kept: MetadataKind[];
};

/** Types of metadata, the most privacy-sensitive first. */
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
