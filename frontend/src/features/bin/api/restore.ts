// Moving to the bin and restoring from it.
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { offerUndo } from '@/features/edits/replay-edits';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { showErrorToast, showToast } from '@/lib/toasts';
import { keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { uuidv7 } from '@/lib/uuid';

const mutation = graphql(
  `
    mutation RestoreFromBin($input: RestoreFromBinInput!) {
      restoreFromBin(input: $input) {
        restored {
          uuid
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

/** query keys that no event names */
const AFFECTED = keysOf('usage');

export const restore = (uuid: string) => mutate(mutation, { id: uuid });

async function restoreAll(uuids: readonly string[]): Promise<void> {
  for (const uuid of uuids) {
    // oxlint-disable-next-line no-await-in-loop -- the first failure stops the rest
    await restore(uuid);
  }
}

export const useRestore = () => useInvalidatingMutation({ mutationFn: restore, affected: AFFECTED });

interface Deletion<Input> {
  /** `group` is that of the edit, for what is recorded as one */
  mutationFn: (input: Input, group: string) => Promise<unknown>;
  /** whether the deletion is an edit, which is undone instead of restoring from the bin */
  isEdit?: boolean;
  /** what was moved to the bin */
  uuids: (input: Input) => readonly string[];
  /** text of the toast */
  text: (input: Input) => string;
  /** called before the lists are loaded again */
  onSuccess?: (input: Input, group: string) => void;
  onError?: (error: Error) => void;
}

/** A mutation that moves something to the bin and offers to undo it. */
export function useDeletion<Input>({ mutationFn, isEdit, uuids, text, onSuccess, onError = showErrorToast }: Deletion<Input>) {
  const queryClient = useQueryClient();
  const refresh = () => Promise.all(AFFECTED.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return useInvalidatingMutation({
    mutationFn: async (input: Input) => {
      const group = uuidv7();
      await mutationFn(input, group);
      return group;
    },
    affected: AFFECTED,
    onError,
    onSuccess: (group, input) => {
      onSuccess?.(input, group);
      const undo = () => void restoreAll(uuids(input)).catch(showErrorToast).finally(() => void refresh());
      showToast({ text: text(input), ...(isEdit ? offerUndo(queryClient, group) : { action: { label: t`Undo`, run: undo } }) });
    },
  });
}
