import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

import { changesShown } from './changes';
import { withConfirmation } from './confirmation';
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

/** A mutation that refetches what it changed and reports failures as toasts. If the server wants the password confirmed first, the user is asked. */
export function useInvalidatingMutation<Input, Result>({ mutationFn, affected = [], onSuccess, onError = showErrorToast }: Options<Input, Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => withConfirmation(() => mutationFn(input)),
    ...(onSuccess && { onSuccess }),
    onError,
    onSettled: (_result, _error, input) => {
      const keys = typeof affected === 'function' ? affected(input) : affected;
      const refetched = Promise.all([changesShown(), ...keys.map((queryKey) => queryClient.invalidateQueries({ queryKey }))]);
      return Promise.race([refetched, pause(MAX_WAIT_MS)]);
    },
  });
}

/** Return query keys of one part. */
export const keysOf = (...names: readonly string[]): QueryKey[] => names.map((name) => [name]);
