/** A crowd whose run is gone, however it ended, has nobody to tell and must not go on: its process ends. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit());
  // It may be gone before we were there to hear of it.
  if (!process.connected) process.exit(1);
}
