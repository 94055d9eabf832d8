import { defaultSettings } from '@gossamer/contracts/settings';
import { compress } from '@gossamer/engine/compress';

/** Runs the engine without the queue and storage: receives originals as messages and discards the results. */
process.on('message', ({ data }: { data: Uint8Array }) => {
  void compress(data, { settings: defaultSettings, maxPixels: 200_000_000 }).then(
    (result) => process.send?.({ sizeBytes: result.data.length }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ isReady: true });
