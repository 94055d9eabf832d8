/** A service that does not notice the end of its launcher. */
process.on('disconnect', () => {});
process.send?.({ type: 'ready' });
setInterval(() => {}, 1000);
