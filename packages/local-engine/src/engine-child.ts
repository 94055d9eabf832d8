import type { ProcessReply } from './messages.ts';

/*
 * Entry point of an engine process. The engine is imported dynamically, so that the process can report why its
 * libraries cannot be loaded.
 */

// Ignore signals, because Ctrl-C reaches the whole process group. Only the parent may stop an engine process.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());

try {
  const { serveImages } = await import('./serve-images.ts');
  serveImages();
} catch (error) {
  const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
  process.send?.({ type: 'unavailable', reason: reason.replace(/\.$/, '') } satisfies ProcessReply);
}
