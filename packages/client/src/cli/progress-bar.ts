import { MultiBar } from 'cli-progress';
import { formatBytes } from './words.ts';

export interface ProgressBar {
  /** One more file is dealt with. */
  step(savedBytes: number): void;
  /** A line above the bar. */
  say(line: string): void;
  stop(): void;
}

/** A bar on a terminal, for so many files. */
export function createProgressBar(stream: NodeJS.WriteStream, files: number): ProgressBar {
  const bars = new MultiBar({
    stream,
    format: '{bar} {value} of {total} files, {saved} saved',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    // Else the bar takes Ctrl-C for itself.
    gracefulExit: false,
  });
  const bar = bars.create(files, 0, { saved: formatBytes(0) });
  return {
    step: (savedBytes) => bar.increment(1, { saved: formatBytes(savedBytes) }),
    say: (line) => {
      bars.log(line);
      // Else it is only kept for the next redrawing, which may not come.
      bars.update();
    },
    stop: () => bars.stop(),
  };
}
