/** Exits this process when its parent process exits, even if the parent is killed. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit());
  // The parent may have exited before the listener was added.
  if (!process.connected) process.exit(1);
}
