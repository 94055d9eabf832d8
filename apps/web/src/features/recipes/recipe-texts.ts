import { planLimits } from '@gossamer/contracts/limits';
import { formatCount, formatKilobytes } from '../../i18n/format.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { Task } from '../../lib/tasks.ts';

/** Returns the name of a task, such as "HEIC to JPG". Requires the namespace `taskNames`. */
export function taskName({ kind, from, to, settings }: Task): string {
  if (kind === 'size') return i18n.t('taskNames:size', { size: sizeOf(settings) });
  if (kind === 'convert') return i18n.t('taskNames:convert', { from, to });
  if (kind === 'compress' || kind === 'heic') return i18n.t('taskNames:compress', { from });
  return i18n.t(`taskNames:${kind}`);
}

/** Returns the introduction of a task's page. Requires the namespace `tasks`. */
export function taskIntro({ kind, from, to, settings }: Task): string {
  const isFilter = kind === 'grayscale' || kind === 'sepia' || kind === 'vintage';
  return i18n.t(`tasks:intros.${isFilter ? 'filter' : kind}`, {
    from,
    to,
    size: sizeOf(settings),
    files: formatCount(planLimits.free.maxBatchFiles),
    proFiles: formatCount(planLimits.pro.maxBatchFiles),
  });
}

/** Returns the title and the description of a task's page. Requires the namespaces `taskNames` and `tasks`. */
export function taskTexts(task: Task): { title: string; description: string } {
  const limit = formatCount(planLimits.free.dailyCompressions);
  return {
    title: taskName(task),
    description: i18n.t('tasks:description', { intro: taskIntro(task), limit }),
  };
}

/** Returns the maximum file size of a task, such as "50 KB", or an empty text if it has none. */
export function sizeOf({ maxKilobytesText }: Task['settings']): string {
  return maxKilobytesText === undefined ? '' : formatKilobytes(Number(maxKilobytesText) * 1_000);
}
