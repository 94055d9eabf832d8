import { useState } from 'react';
import { useToast } from '../../../components/ui/toast.tsx';
import type { FormFailure } from '../../../form/account-form.tsx';
import type { SetupProblem } from './read-setup.ts';
import { useProblemWords } from './use-problem-words.ts';

export type ProblemState = {
  problem: SetupProblem | undefined;
  /** What cannot be used: in a toast, and in the card for as long as it lasts. */
  fail: (problem: SetupProblem) => void;
  clear: () => void;
  /** What went wrong this time: in a toast, and at the form until the next try. */
  say: (title: string, text: string) => void;
  failure: FormFailure | undefined;
  /** The next try begins. */
  forgetFailure: () => void;
};

/** Everything that a checkout has to complain about. */
export function useProblem(): ProblemState {
  const showToast = useToast();
  const [problem, setProblem] = useState<SetupProblem>();
  const [failure, setFailure] = useState<FormFailure>();
  const showProblem = (title: string, text: string) =>
    showToast({ variant: 'destructive', title, description: text });
  const words = useProblemWords();
  return {
    problem,
    fail(next) {
      setProblem(next);
      const { title, text } = words(next);
      showProblem(title, text);
    },
    clear: () => setProblem(undefined),
    say(title, text) {
      setFailure({ title, text, closeToast: showProblem(title, text) });
    },
    failure,
    forgetFailure() {
      failure?.closeToast();
      setFailure(undefined);
    },
  };
}
