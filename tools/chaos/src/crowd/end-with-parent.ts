/** Ends this process when its parent process ends, even if the parent is killed. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit());
  // The parent may have ended before the listener was added.
  if (!process.connected) process.exit(1);
}
