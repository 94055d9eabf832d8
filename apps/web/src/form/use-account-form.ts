import { type SubmitEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { failureText } from '../i18n/failure-text.ts';
import { ApiError } from '../lib/api-error.ts';
import { toFailure } from '../lib/api-failure.ts';
import type { FormFailure } from './account-form.tsx';
import type { Verdict } from './rules.ts';
import { useFailedToast } from './use-failed-toast.ts';

type Values = Record<string, string>;
type Options<Fields extends Values> = {
  /** Omitted on prerendered pages, to keep input from before hydration. */
  defaultValues?: DefaultValues<Fields>;
  /** Called when a rule is broken, in addition to the errors at the fields. */
  onInvalid?: (values: Fields) => void;
  /** Sends the values. Errors are shown at the field that they name, else as a toast and below the fields. */
  send: (values: Fields) => Promise<void>;
  failedTitle: string;
  /** Text for an error answer without a code and a message. */
  failedText?: string;
  /** Text when there is no usable answer. Defaults to a general error message. */
  brokenText?: string;
};

type Sending = { onSubmit: (event: SubmitEvent) => void; failure: FormFailure | undefined };

type AccountForm<Fields extends Values> = Pick<UseFormReturn<Fields>, 'watch' | 'reset'> & {
  /** Registers an input with the form. */
  field: (
    name: Path<Fields>,
    validate: (value: string, values: Values) => Verdict,
  ) => { registration: UseFormRegisterReturn; error: FieldError | undefined };
  isBusy: boolean;
  /** Props of `AccountForm`. */
  form: Sending;
};

/** Manages a form of the account screens: its fields, the pending state and errors. */
export function useAccountForm<Fields extends Values>(options: Options<Fields>): AccountForm<Fields> {
  const { defaultValues, send, failedTitle } = options;
  const form = useForm<Fields>({ ...(defaultValues && { defaultValues }) });
  const { errors } = form.formState;
  const sayFailed = useFailedToast();
  const isSending = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();

  const submit = form.handleSubmit(
    async (values) => {
      if (isSending.current) return;
      isSending.current = true;
      setBusy(true);
      await send(values).catch((error: unknown) => report(error, values));
      isSending.current = false;
      setBusy(false);
    },
    () => options.onInvalid?.(form.getValues()),
  );

  function report(error: unknown, values: Fields): void {
    const field = error instanceof ApiError ? error.field : undefined;
    if (field === undefined || !(field in values)) {
      setFailure(sayFailed(error, failedTitle, options.failedText, options.brokenText));
      return;
    }
    const message = failureText(toFailure(error));
    form.setError(field as Path<Fields>, { type: 'server', message }, { shouldFocus: true });
  }

  const field: AccountForm<Fields>['field'] = (name, validate) => ({
    registration: form.register(name, { validate }),
    error: errors[name] as FieldError | undefined,
  });

  function onSubmit(event: SubmitEvent): void {
    if (!isSending.current) {
      failure?.closeToast();
      setFailure(undefined);
    }
    void submit(event);
  }

  return { watch: form.watch, reset: form.reset, field, isBusy, form: { onSubmit, failure } };
}
