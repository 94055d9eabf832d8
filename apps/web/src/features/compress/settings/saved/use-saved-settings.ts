import type { SavedSettings } from '@gossamer/contracts/saved-settings';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { savedSettingsRequests } from './saved-settings-requests.ts';

const savedSettingsQuery = queryOptions({
  queryKey: ['/api/saved-settings'],
  queryFn: ({ signal }) => savedSettingsRequests.list(signal),
  // Refetch the list whenever it is opened, because it may have changed on another device.
  refetchOnMount: 'always',
});

/** Returns the query for the member's saved settings, oldest first. */
export function useSavedSettings() {
  return useQuery(savedSettingsQuery);
}

/** Returns functions that update the cached list of saved settings without a refetch. */
export function useNoteSavedSettings() {
  const queryClient = useQueryClient();
  const note = (change: (known: SavedSettings[]) => SavedSettings[]) =>
    queryClient.setQueryData(
      savedSettingsQuery.queryKey,
      (known: SavedSettings[] | undefined) => known && change(known),
    );
  return {
    noteSaved: (saved: SavedSettings) =>
      note((known) =>
        known.some(({ id }) => id === saved.id)
          ? known.map((each) => (each.id === saved.id ? saved : each))
          : [...known, saved],
      ),
    noteDeleted: (id: string) => note((known) => known.filter((each) => each.id !== id)),
  };
}
