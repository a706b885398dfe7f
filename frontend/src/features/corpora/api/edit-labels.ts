import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { useDeletion } from '@/features/bin/api/restore';
import { offerUndo } from '@/features/edits/replay-edits';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { quoted } from '@/lib/format';
import { mutate } from '@/lib/graphql-client';
import { showErrorToast, showToast } from '@/lib/toasts';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { uuidv7 } from '@/lib/uuid';

import { placed, type LabelMove } from '../model/label-tree';
import { corpusLabelsOptions, type CorpusLabel } from './corpus-labels';

const creation = graphql(
  `
    mutation CreateLabel($input: CreateLabelInput!) {
      createLabel(input: $input) {
        label {
          id
          uuid
          name
          color
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const change = graphql(
  `
    mutation UpdateLabel($input: UpdateLabelInput!) {
      updateLabel(input: $input) {
        label {
          id
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const merge = graphql(
  `
    mutation MergeLabels($input: MergeLabelsInput!) {
      mergeLabels(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const deletion = graphql(
  `
    mutation DeleteLabel($input: DeleteLabelInput!) {
      deleteLabel(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

/** Return the query keys of the lists with the labels of a corpus. */
export const listsOf = (corpusId: string) => [['corpus', corpusId], ['corpus-labels', corpusId], ['labels', corpusId], ['document-labels', corpusId], ['corpus-documents', corpusId]];

interface NewLabel {
  corpusId: string;
  name: string;
  color?: string;
  parentId?: string;
}

export const useCreateLabel = () =>
  useInvalidatingMutation({
    mutationFn: async (input: NewLabel) => (await mutate(creation, input)).label,
    onError: ignoreError,
  });

/** Moves a label to another place or parent, which is shown at once. */
export function useMoveLabel(corpusId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = corpusLabelsOptions(corpusId);
  return useMutation({
    // One after another, as they were made. The list is loaded again after the last one.
    scope: { id: `labels-${corpusId}` },
    mutationKey: queryKey,
    mutationFn: ({ uuid, parentUuid, position }: LabelMove) => mutate(change, { id: uuid, parentId: parentUuid ?? null, ...(position !== undefined && { position }) }),
    onMutate: async (to) => {
      const show = () => queryClient.setQueryData(queryKey, (labels: readonly CorpusLabel[] = []) => placed(labels, to));
      show();
      // A request that is cancelled restores what was shown when it started.
      await queryClient.cancelQueries({ queryKey });
      show();
    },
    onError: showErrorToast,
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey: queryKey }) > 1) return;
      await Promise.all(listsOf(corpusId).map((key) => queryClient.invalidateQueries({ queryKey: key })));
    },
  });
}

/** Archives a label with those below it, or restores it. */
export function useArchiveLabel() {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: async ({ label: { uuid }, archived }: { label: CorpusLabel; archived: boolean }) => {
      const group = uuidv7();
      await mutate(change, { id: uuid, archived, group });
      return group;
    },
    onSuccess: (group, { label, archived }) =>
      showToast({ text: archived ? t`Archived ${quoted(label.name)}.` : t`Restored ${quoted(label.name)}.`, ...offerUndo(queryClient, group) }),
  });
}

interface LabelMerge {
  label: CorpusLabel;
  into: CorpusLabel;
}

export function useMergeLabels() {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: async ({ label, into }: LabelMerge) => {
      const group = uuidv7();
      await mutate(merge, { id: label.uuid, intoId: into.uuid, group });
      return group;
    },
    onSuccess: (group, { label, into }) => showToast({ text: t`Merged ${quoted(label.name)} into ${quoted(into.name)}.`, ...offerUndo(queryClient, group) }),
    onError: ignoreError,
  });
}

interface LabelDeletion {
  uuid: string;
  name: string;
  /** the number of labels that move up */
  children: number;
  /** otherwise a label in use is refused */
  withAnnotations: boolean;
}

export const useDeleteLabel = (onError: (error: Error) => void) =>
  useDeletion({
    mutationFn: ({ uuid, withAnnotations }: LabelDeletion, group) => mutate(deletion, { id: uuid, withAnnotations, group }),
    isEdit: true,
    uuids: ({ uuid }) => [uuid],
    text: ({ name, withAnnotations, children }) => {
      const label = quoted(name);
      const moved = withAnnotations ? t`Moved ${label} and its annotations to the bin.` : t`Moved ${label} to the bin.`;
      return children > 0 ? `${moved} ${plural(children, { one: '# label below it moved up.', other: '# labels below it moved up.' })}` : moved;
    },
    onError,
  });
