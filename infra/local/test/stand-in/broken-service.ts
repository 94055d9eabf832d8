/** A service that cannot start. */
process.stderr.write('the stand-in is broken on purpose\n');
process.exit(3);
