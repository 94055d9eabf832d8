/** Ends a crowd's process when its parent has ended, for whatever reason. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit());
  // The parent may have ended before the listener was added.
  if (!process.connected) process.exit(1);
}
