import { useState } from 'react';
import { useToast } from '../../../components/ui/toast.tsx';
import type { FormFailure } from '../../../form/account-form.tsx';
import type { SetupProblem } from './read-setup.ts';
import { useProblemWords } from './use-problem-words.ts';

export type ProblemState = {
  problem: SetupProblem | undefined;
  /** Shows a problem in a toast, and in the payment card until `clear` is called. */
  fail: (problem: SetupProblem) => void;
  clear: () => void;
  /** Shows an error in a toast, and next to the form until the next attempt. */
  say: (title: string, text: string) => void;
  failure: FormFailure | undefined;
  /** Hides the last error. Called when the next attempt starts. */
  forgetFailure: () => void;
};

/** Returns the checkout's current problem and last error, with functions to change them. */
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
