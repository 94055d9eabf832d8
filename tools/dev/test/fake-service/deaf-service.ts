/** A fake service that keeps running after its launcher has exited. */
process.on('disconnect', () => {});
process.send?.({ type: 'ready' });
setInterval(() => {}, 1000);
