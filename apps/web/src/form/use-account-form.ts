import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { failureText } from '../i18n/failure-text.ts';
import { ApiError } from '../lib/api-error.ts';
import { toFailure } from '../lib/api-failure.ts';
import type { FormFailure } from './account-form.tsx';
import { useFailedToast } from './use-failed-toast.ts';

type Options<Input extends FieldValues, Output extends FieldValues> = {
  /** Schema that validates the form values. The error messages are defined in `problem-text.ts`. */
  schema: z.ZodType<Output, Input>;
  /**
   * Default values of the fields. Must be omitted on prerendered pages, because they would overwrite text that was
   * entered before hydration.
   */
  defaultValues?: DefaultValues<Input>;
  /** Called when a form value is invalid. The error messages next to the fields are shown as well. */
  onInvalid?: (values: Input) => void;
  /**
   * Sends the validated values. An error that refers to a field is shown next to the field. Other errors are shown in a
   * toast and below the fields.
   */
  send: (values: Output) => Promise<void>;
  failedTitle: string;
  /** Message for an error response without a code or message. */
  failedText?: string;
  /** Message for a missing or invalid response. Defaults to a general error message. */
  brokenText?: string;
};

type Sending = { onSubmit: (event: SubmitEvent) => void; failure: FormFailure | undefined };
type Form<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>;

type AccountForm<Input extends FieldValues, Output> = Pick<
  Form<Input, Output>,
  'watch' | 'reset' | 'setValue' | 'formState'
> & {
  /** Returns the props for registering an input, and its error. */
  field: (name: Path<Input>) => { registration: UseFormRegisterReturn; error: FieldError | undefined };
  isBusy: boolean;
  /** Props for the `AccountForm` component. */
  form: Sending;
};

/** Returns the state of an account form: its fields, errors, and whether it is being submitted. */
export function useAccountForm<Input extends FieldValues, Output extends FieldValues>(
  options: Options<Input, Output>,
): AccountForm<Input, Output> {
  const { schema, defaultValues, failedTitle } = options;
  const form: Form<Input, Output> = useForm({
    resolver: zodResolver(schema),
    ...(defaultValues && { defaultValues }),
  });
  const { errors } = form.formState;
  const sayFailed = useFailedToast();
  const [failure, setFailure] = useState<FormFailure>();
  const queryClient = useQueryClient();
  const mutationKey = [useId()];
  const { isPending, mutate } = useMutation({ mutationKey, mutationFn: options.send, onError: report });

  function report(error: Error, values: Output): void {
    const field = error instanceof ApiError ? error.field : undefined;
    if (field === undefined || !(field in values)) {
      setFailure(sayFailed(error, failedTitle, options.failedText, options.brokenText));
      return;
    }
    const message = failureText(toFailure(error));
    form.setError(field as Path<Input>, { type: 'server', message }, { shouldFocus: true });
  }

  const field: AccountForm<Input, Output>['field'] = (name) => ({
    registration: form.register(name),
    error: errors[name] as FieldError | undefined,
  });

  function onSubmit(event: SubmitEvent): void {
    // Check for running mutations instead of `isPending`, which is outdated if the form is submitted twice before the
    // component re-renders.
    const isSending = queryClient.isMutating({ mutationKey }) > 0;
    if (isSending) {
      event.preventDefault();
      return;
    }
    failure?.closeToast();
    setFailure(undefined);
    void form.handleSubmit(
      (values) => mutate(values),
      () => options.onInvalid?.(form.getValues()),
    )(event);
  }

  const { watch, reset, setValue, formState } = form;
  return { watch, reset, setValue, formState, field, isBusy: isPending, form: { onSubmit, failure } };
}
