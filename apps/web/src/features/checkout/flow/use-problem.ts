import { useState } from 'react';
import { useToast } from '../../../components/ui/toast.tsx';
import type { SetupProblem } from './read-setup.ts';
import { useProblemWords } from './use-problem-words.ts';

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
  const showToast = useToast();
  const [problem, setProblem] = useState<SetupProblem>();
  const say = (title: string, description: string) =>
    showToast({ variant: 'destructive', title, description });
  const words = useProblemWords();
  return {
    problem,
    fail(next) {
      setProblem(next);
      const { title, text } = words(next);
      say(title, text);
    },
    clear: () => setProblem(undefined),
    say,
  };
}
