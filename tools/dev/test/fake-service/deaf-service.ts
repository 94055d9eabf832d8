/** A service that ignores the end of its launcher. */
process.on('disconnect', () => {});
process.send?.({ type: 'ready' });
setInterval(() => {}, 1000);
