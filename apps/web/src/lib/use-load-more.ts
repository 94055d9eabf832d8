import { useMutation } from '@tanstack/react-query';
import { useUnauthorized } from './unauthorized.ts';
import { isLoggedOut } from './use-leave-logged-out.ts';

/** Returns a mutation that calls `addPage` to load the next page of a list. */
export function useLoadMore(addPage: () => Promise<void>) {
  const logInAgain = useUnauthorized();
  return useMutation({
    mutationFn: addPage,
    onError: (error) => isLoggedOut(error) && logInAgain(),
  });
}
