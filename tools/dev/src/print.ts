/** Functions that print messages to standard output and errors to standard error. */

// Ignore write errors, because the process that reads the output may exit first.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

let isLineOpen = false;

function endOpenLine(): void {
  if (isLineOpen) process.stdout.write('\n');
  isLineOpen = false;
}

export function say(line: string): void {
  endOpenLine();
  process.stdout.write(`${line}\n`);
}

export function complain(line: string): void {
  endOpenLine();
  process.stderr.write(`${line}\n`);
}

export function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}

/** Runs a startup step and prints its label and duration, such as `servers … 1.2 s`. */
export async function step<T>(label: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  endOpenLine();
  process.stdout.write(`  ${label} … `);
  isLineOpen = true;
  const result = await work();
  const duration = seconds(performance.now() - startedAt);
  process.stdout.write(isLineOpen ? `${duration}\n` : `  ${label}: ${duration}\n`);
  isLineOpen = false;
  return result;
}
