import { formatBytes } from '@gossamer/contracts/english-figures';
import { MultiBar } from 'cli-progress';

export interface ProgressBar {
  /** Advances the bar by one processed file. */
  step(savedBytes: number): void;
  /** Prints a line above the bar. */
  say(line: string): void;
  stop(): void;
}

/** Shows a progress bar on a terminal for the given number of files. */
export function createProgressBar(stream: NodeJS.WriteStream, files: number): ProgressBar {
  const bars = new MultiBar({
    stream,
    format: '{bar} {value} of {total} files, {saved} saved',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    // Prevents the bar from handling Ctrl-C.
    gracefulExit: false,
  });
  const bar = bars.create(files, 0, { saved: formatBytes(0) });
  return {
    step: (savedBytes) => bar.increment(1, { saved: formatBytes(savedBytes) }),
    say: (line) => {
      bars.log(line);
      // Redraw immediately. Otherwise, the line appears only on the next redraw, which may never happen.
      bars.update();
    },
    stop: () => bars.stop(),
  };
}
