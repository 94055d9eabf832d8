/** A fake service that fails to start. */
process.stderr.write('the service is broken on purpose\n');
process.exit(3);
