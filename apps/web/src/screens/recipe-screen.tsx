import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { FormatTable } from '../features/compress/guide/format-table.tsx';
import { QualityGuide } from '../features/compress/guide/quality-guide.tsx';
import { Subtitle } from '../features/compress/upsell/subtitle.tsx';
import { TaskExample } from '../features/tasks/task-example.tsx';
import { TaskLinks } from '../features/tasks/task-links.tsx';
import { TaskQuestions } from '../features/tasks/task-questions.tsx';
import { TaskSteps } from '../features/tasks/task-steps.tsx';
import { taskIntro, taskName } from '../features/tasks/task-texts.ts';
import { taskAt } from '../lib/tasks.ts';
import { ToolPage } from './tool-page.tsx';

/** The page of one task, such as /heic-to-jpg: the tool with the settings of the task, and answers to questions. */
export function TaskScreen() {
  // Render again when the language changes.
  useTranslation(['tasks', 'taskNames']);
  const task = taskAt(useLocation().pathname);
  // The router shows this screen only at the paths of tasks.
  if (!task) return null;
  return (
    <ToolPage
      title={taskName(task)}
      subtitle={
        <>
          <p className="mt-1.5 max-w-160">{taskIntro(task)}</p>
          <Subtitle />
        </>
      }
    >
      <TaskSteps />
      <TaskExample task={task} />
      <TaskQuestions task={task} />
      <div className="page grid gap-4 pt-14 wide:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <FormatTable />
        <QualityGuide />
      </div>
      <TaskLinks except={task.path} />
    </ToolPage>
  );
}
