/** A service of the smallest kind: ready at once, ends when told to or when its launcher is gone. */
const name = process.env.STAND_IN_NAME;
for (const event of ['SIGTERM', 'disconnect'] as const) process.on(event, () => process.exit(0));
process.send?.({ type: 'ready', name });
setInterval(() => {}, 1000);
