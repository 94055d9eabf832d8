import type { EngineReport } from '@gossamer/contracts/engine-report';
import { expect, it } from 'vitest';
import { metadataFacts } from './metadata-facts.ts';

const report: EngineReport = {
  effort: 'thorough',
  kind: 'photo',
  encoding: 'webp lossy',
  encoderQuality: 80,
  targetScore: 80,
  score: 84,
  worstTileScore: 80,
  probes: 3,
  metadataRemoved: ['exif', 'orientation', 'gps', 'icc', 'trailing-bytes', 'serial-number'],
  metadataKept: [],
  wideGamut: 'none',
  hdr: 'none',
  stepsMs: {},
};

it('sorts the most revealing metadata first and separates applied from removed metadata', () => {
  expect(metadataFacts(report)).toEqual({
    removed: ['gps', 'serial-number', 'exif', 'trailing-bytes'],
    applied: ['orientation', 'icc'],
    kept: [],
  });
});

it('returns the metadata that a file still contains', () => {
  const facts = metadataFacts({ ...report, metadataRemoved: [], metadataKept: ['icc'] });
  expect(facts).toEqual({ removed: [], applied: [], kept: ['icc'] });
});
