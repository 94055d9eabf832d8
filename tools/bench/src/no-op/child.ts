import { serveEngine } from '@gossamer/compressor-worker/engine-pool/serve-engine';

/**
 * Simulates an engine: returns the first half of the original as the result and the first bytes of the original as the
 * preview.
 */
await serveEngine(async (original) => ({
  data: original.subarray(0, Math.ceil(original.length / 2)),
  format: 'jpeg',
  widthPx: 1,
  heightPx: 1,
  alreadyOptimal: false,
  preview: original.subarray(0, 1_024),
  report: {
    effort: 'fast',
    kind: 'photo',
    encoding: 'original',
    encoderQuality: null,
    targetScore: 0,
    score: null,
    worstTileScore: null,
    probes: 0,
    metadataRemoved: [],
    metadataKept: [],
    wideGamut: 'none',
    hdr: 'none',
    stepsMs: {},
  },
}));
