import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import type { SetupProblem } from './read-setup.ts';

export type ProblemState = {
  problem: SetupProblem | undefined;
  /** What cannot be used: in a toast, and in the card for as long as it lasts. */
  fail: (problem: SetupProblem) => void;
  clear: () => void;
  /** What went wrong this time. */
  say: (title: string, description: string) => void;
};

/** Everything that a checkout has to complain about. */
export function useProblem(): ProblemState {
  const { t } = useTranslation('checkout');
  const showToast = useToast();
  const [problem, setProblem] = useState<SetupProblem>();
  const say = (title: string, description: string) =>
    showToast({ variant: 'destructive', title, description });
  return {
    problem,
    fail(next) {
      setProblem(next);
      say(t(`problems.${next}.title`), t(`problems.${next}.text`));
    },
    clear: () => setProblem(undefined),
    say,
  };
}
