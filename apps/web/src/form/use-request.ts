import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useFailedToast } from './use-failed-toast.ts';

type Options<Data> = Omit<UseMutationOptions<Data>, 'onError'> & { failedTitle: string };

/**
 * Returns a mutation that shows a toast if the request fails. Calls to `mutate` are ignored while the mutation is
 * pending.
 */
export function useRequest<Data>({ failedTitle, ...options }: Options<Data>) {
  const sayFailed = useFailedToast();
  const { isPending, mutate } = useMutation({
    ...options,
    onError: (error) => sayFailed(error, failedTitle),
  });
  return { isPending, mutate: () => !isPending && mutate() };
}
