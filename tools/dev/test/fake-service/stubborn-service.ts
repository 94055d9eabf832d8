/** A service that becomes ready and then refuses to end, even without its launcher. */
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, () => {});
process.send?.({ type: 'ready' });
setInterval(() => {}, 1000);
