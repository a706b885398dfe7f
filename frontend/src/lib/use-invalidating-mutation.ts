import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';

import { changesShown } from './changes';
import { withConfirmation } from './confirmation';
import { isOffline } from './errors';
import { refreshAll } from './refresh';
import { showErrorToast } from './toasts';

interface Options<Input, Result> {
  mutationFn: (input: Input) => Promise<Result>;
  /** query keys to invalidate afterwards, also after a failure: what no event of the server names */
  affected?: readonly QueryKey[] | ((input: Input) => readonly QueryKey[]);
  onSuccess?: (result: Result, input: Input) => void;
  /** shows a toast by default; forms pass a function that does nothing and show the error themselves */
  onError?: (error: Error) => void;
}

/** A mutation is done when the screen shows its result, or after this time: a slow list must not keep a button busy. */
const MAX_WAIT_MS = 3_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const ignoreError = () => undefined;

/** Wait until the screen shows what responses have changed, and load these keys again. Without keys, a refusal loads all again: the page may be out of date. */
export const showChanges = (queryClient: QueryClient, affected: readonly QueryKey[] | undefined, error: unknown): Promise<unknown> =>
  Promise.all([changesShown(), !affected && error && !isOffline(error) && refreshAll(queryClient), ...(affected ?? []).map((queryKey) => queryClient.invalidateQueries({ queryKey }))]);

/** A mutation that refetches what it changed and reports failures as toasts. If the server wants the password confirmed first, the user is asked. */
export function useInvalidatingMutation<Input, Result>({ mutationFn, affected, onSuccess, onError = showErrorToast }: Options<Input, Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => withConfirmation(() => mutationFn(input)),
    ...(onSuccess && { onSuccess }),
    onError,
    onSettled: (_result, error, input) => {
      const keys = typeof affected === 'function' ? affected(input) : affected;
      return Promise.race([showChanges(queryClient, keys, error), pause(MAX_WAIT_MS)]);
    },
  });
}

/** Return query keys of one part. */
export const keysOf = (...names: readonly string[]): QueryKey[] => names.map((name) => [name]);
