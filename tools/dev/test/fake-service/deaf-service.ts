/** A fake service that keeps running when its launcher ends. */
process.on('disconnect', () => {});
process.send?.({ type: 'ready' });
setInterval(() => {}, 1000);
