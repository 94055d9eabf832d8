import type { EngineReport, MetadataKind } from '@gossamer/contracts/engine-report';

/** What happened to all that a file carries besides its image. */
export type MetadataFacts = {
  removed: MetadataKind[];
  /** Gone from the file since the pixels show it now: turned upright, converted to sRGB. */
  applied: MetadataKind[];
  kept: MetadataKind[];
};

/** What tells most about a person comes first. */
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
