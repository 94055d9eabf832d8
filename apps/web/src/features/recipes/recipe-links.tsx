import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { tasks } from '../../lib/tasks.ts';
import { taskName } from './task-texts.ts';

/** Links to the pages of all tasks. Omits the task with the path `except`. */
export function TaskLinks({ except }: { except?: string }) {
  const { t } = useTranslation('taskNames');
  return (
    <nav aria-labelledby="tools" className="page grid gap-4 pt-12">
      <h2 id="tools" className="text-head font-(--g-weight-strong) tracking-(--g-track-head)">
        {t('title')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {tasks
          .filter(({ path }) => path !== except)
          .map((task) => (
            <li key={task.path}>
              <Link
                to={task.path}
                className="inline-flex min-h-8.5 items-center rounded-full border border-line bg-surface px-3.25 py-1.5 text-small text-ink-2 hover:border-line-strong hover:text-ink pointer-coarse:min-h-(--g-control)"
              >
                {taskName(task)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
