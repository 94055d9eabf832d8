/** A fake service that becomes ready, ignores termination signals, and keeps running after its launcher has exited. */
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, () => {});
process.send?.({ type: 'ready' });
setInterval(() => {}, 1000);
