import { plural, t } from '@lingui/core/macro';

import { userError } from '@/graphql/fragments';
import { graphql, type VariablesOf } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const mutation = graphql(
  `
    mutation SaveMessage($input: SaveMessageInput!) {
      saveMessage(input: $input) {
        savedIds
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export type Saving = Omit<VariablesOf<typeof mutation>['input'], 'id'>;

const doneText = (kind: Saving['kind'], count: number): string => {
  if (kind === 'COMMENT') return t`Saved the answer as a comment.`;
  if (kind === 'COLUMN') return t`Added the question to the fields.`;
  if (kind === 'COMMENTS_ON_WORDS') return plural(count, { one: 'Saved # comment.', other: 'Saved # comments.' });
  return plural(count, { one: 'Saved # annotation.', other: 'Saved # annotations.' });
};

/** Save an answer as annotations, comments, or a column. The error is shown in the dialog. */
export const useSaveAnswer = (message: string, onSaved: () => void) =>
  useInvalidatingMutation({
    mutationFn: async (saving: Saving) => (await mutate(mutation, { id: message, ...saving })).savedIds ?? [],
    affected: [['annotations'], ['labels'], ['threads'], ['fieldsets'], ['edits']],
    onError: () => undefined,
    onSuccess: (ids, { kind }) => {
      showToast({ text: doneText(kind, ids.length) });
      onSaved();
    },
  });
