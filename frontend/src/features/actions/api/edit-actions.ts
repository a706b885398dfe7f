import { plural, t } from '@lingui/core/macro';

import { userError } from '@/graphql/fragments';
import { graphql, type VariablesOf } from '@/graphql/graphql';
import { quoted } from '@/lib/format';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Action } from './actions';

const creation = graphql(
  `
    mutation CreateAction($input: CreateActionInput!) {
      createAction(input: $input) {
        corpusAction {
          id
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

const change = graphql(
  `
    mutation UpdateAction($input: UpdateActionInput!) {
      updateAction(input: $input) {
        corpusAction {
          id
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

const deletion = graphql(
  `
    mutation DeleteAction($input: DeleteActionInput!) {
      deleteAction(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const run = graphql(
  `
    mutation RunAction($input: RunActionInput!) {
      runAction(input: $input) {
        started
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const retry = graphql(
  `
    mutation RetryAction($input: RetryActionInput!) {
      retryAction(input: $input) {
        started
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

type Creation = VariablesOf<typeof creation>['input'];
type Change = VariablesOf<typeof change>['input'];

/** Create an action, or change the one with this id. Errors are shown by the form. */
export const useSaveAction = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: async (input: Omit<Creation, 'corpusId'> | Change): Promise<unknown> =>
      'id' in input ? mutate(change, input) : mutate(creation, { ...input, corpusId }),
    onError: ignoreError,
  });

export const useEnableAction = () =>
  useInvalidatingMutation({
    mutationFn: ({ uuid, enabled }: { uuid: string; enabled: boolean }) => mutate(change, { id: uuid, enabled }),
  });

export const useDeleteAction = () =>
  useInvalidatingMutation({
    mutationFn: ({ uuid }: Pick<Action, 'uuid' | 'name'>) => mutate(deletion, { id: uuid }),
    onSuccess: (_result, { name }) => showToast({ text: t`Deleted ${quoted(name)}. Its results are kept.` }),
  });

interface ActionRun extends Pick<Action, 'uuid' | 'name'> {
  /** all documents of the corpus, if absent */
  documentIds?: string[];
}

export const useRunAction = () =>
  useInvalidatingMutation({
    mutationFn: async ({ uuid, documentIds }: ActionRun) => (await mutate(run, { id: uuid, ...(documentIds && { documentIds }) })).started ?? 0,
    onSuccess: (started, { name }) =>
      showToast({
        text:
          started > 0
            ? t`${quoted(name)} runs on ${plural(started, { one: '# document', other: '# documents' })}.`
            : t`${quoted(name)} has succeeded on these documents already, with its present settings.`,
      }),
  });

interface Retry {
  uuid: string;
  /** all executions that did not succeed, if absent */
  executions?: string[];
}

export const useRetryAction = () =>
  useInvalidatingMutation({
    mutationFn: async ({ uuid, executions }: Retry) => (await mutate(retry, { id: uuid, ...(executions && { executionIds: executions }) })).started ?? 0,
    onSuccess: (started) => showToast({ text: started > 0 ? t`Retrying ${plural(started, { one: '# document', other: '# documents' })}.` : t`There is nothing to retry: the documents have newer versions.` }),
  });
