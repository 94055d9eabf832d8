/** A minimal service: ready at once, and ends on request or with its launcher. */
const name = process.env.FAKE_SERVICE_NAME;
for (const event of ['SIGTERM', 'disconnect'] as const) process.on(event, () => process.exit(0));
process.send?.({ type: 'ready', name });
setInterval(() => {}, 1000);
