/** A minimal fake service. It is ready immediately, and exits on request or when its launcher exits. */
const name = process.env.FAKE_SERVICE_NAME;
for (const event of ['SIGTERM', 'disconnect'] as const) process.on(event, () => process.exit(0));
process.send?.({ type: 'ready', name });
setInterval(() => {}, 1000);
