/** A service that cannot start. */
process.stderr.write('the service is broken on purpose\n');
process.exit(3);
