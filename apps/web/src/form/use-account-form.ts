import { type SubmitEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useToast } from '../components/ui/toast.tsx';
import { failureText } from '../i18n/failure-text.ts';
import { ApiError } from '../lib/api-error.ts';
import { toFailure } from '../lib/api-failure.ts';
import { useUnauthorized } from '../lib/unauthorized.ts';
import type { FormFailure } from './account-form.tsx';
import type { Verdict } from './rules.ts';

type Values = Record<string, string>;
type Options<Fields extends Values> = {
  /** Left out where the page comes rendered: what was typed before it came alive stays. */
  defaultValues?: DefaultValues<Fields>;
  /** Called when a rule is broken, besides what stands at the fields. */
  onInvalid?: (values: Fields) => void;
  /** Sends what was filled in. What it throws is said at the field that it names, or in a toast and below the fields. */
  send: (values: Fields) => Promise<void>;
  failedTitle: string;
  /** For an answer that says nothing of itself. */
  failedText?: string;
  /** For what is no answer; else that an error occurred. */
  brokenText?: string;
};

type Sending = { onSubmit: (event: SubmitEvent) => void; failure: FormFailure | undefined };

type AccountForm<Fields extends Values> = Pick<UseFormReturn<Fields>, 'watch' | 'reset'> & {
  /** What an input needs to be part of the form. */
  field: (
    name: Path<Fields>,
    validate: (value: string, values: Values) => Verdict,
  ) => { registration: UseFormRegisterReturn; error: FieldError | undefined };
  isBusy: boolean;
  /** What the form itself needs. */
  form: Sending;
};

/** One form of the account screens: its fields, whether it is being sent, and what becomes of errors. */
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

/**
 * Says in a toast why a request of this page failed, and returns what it said; leads to the login where the session has
 * ended.
 */
export function useFailedToast(): (
  error: unknown,
  title: string,
  fallback?: string,
  brokenText?: string,
) => FormFailure | undefined {
  const { t } = useTranslation('account');
  const showToast = useToast();
  const leaveUnauthorized = useUnauthorized();
  return (error, title, fallback = t('failed.text'), brokenText = t('failed.text')) => {
    if (error instanceof ApiError && error.code === 'unauthorized') {
      leaveUnauthorized();
      return undefined;
    }
    const text = describe(error);
    const closeToast = showToast({ variant: 'destructive', title, description: text });
    return { title, text, closeToast };

    function describe(cause: unknown): string {
      if (!(cause instanceof ApiError)) return brokenText;
      return cause.code || cause.serverMessage ? failureText(toFailure(cause)) : fallback;
    }
  };
}
