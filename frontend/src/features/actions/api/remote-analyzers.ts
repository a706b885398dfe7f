import { t } from '@lingui/core/macro';

import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { quoted } from '@/lib/format';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { RemoteAnalyzer } from './actions';

const creation = graphql(
  `
    mutation CreateRemoteAnalyzer($input: CreateRemoteAnalyzerInput!) {
      createRemoteAnalyzer(input: $input) {
        remoteAnalyzer {
          id
          uuid
          name
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
    mutation UpdateRemoteAnalyzer($input: UpdateRemoteAnalyzerInput!) {
      updateRemoteAnalyzer(input: $input) {
        remoteAnalyzer {
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
    mutation DeleteRemoteAnalyzer($input: DeleteRemoteAnalyzerInput!) {
      deleteRemoteAnalyzer(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const trial = graphql(
  `
    mutation TryRemoteAnalyzer($input: TryRemoteAnalyzerInput!) {
      tryRemoteAnalyzer(input: $input) {
        remoteAnalyzerTrial {
          isOk
          isLater
          resultCount
          milliseconds
          code
          message
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export type NamedAnalyzer = Pick<RemoteAnalyzer, 'uuid' | 'name'>;
export type Trial = NonNullable<NonNullable<ResultOf<typeof trial>['tryRemoteAnalyzer']>['remoteAnalyzerTrial']>;

const SECRET_BYTES = 32;

/** Return a new secret that signs the messages of both servers, as Standard Webhooks write it. */
export const newSecret = (): string => `whsec_${btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))}`;

/** Add an analyzer. Errors are shown by the form. */
export const useAddAnalyzer = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: async (input: { name: string; address: string; secret: string }) => (await mutate(creation, { ...input, corpusId })).remoteAnalyzer,
    onError: ignoreError,
  });

export const useEnableAnalyzer = () =>
  useInvalidatingMutation({
    mutationFn: ({ uuid, enabled }: Pick<RemoteAnalyzer, 'uuid' | 'enabled'>) => mutate(change, { id: uuid, enabled }),
  });

export const useReplaceSecret = () =>
  useInvalidatingMutation({
    mutationFn: ({ uuid, secret }: { uuid: string; secret: string }) => mutate(change, { id: uuid, secret }),
  });

export const useRemoveAnalyzer = () =>
  useInvalidatingMutation({
    mutationFn: ({ uuid }: Pick<RemoteAnalyzer, 'uuid' | 'name'>) => mutate(deletion, { id: uuid }),
    onSuccess: (_result, { name }) => showToast({ text: t`Removed ${quoted(name)}. Its results are kept.` }),
  });

/** Send a sample text to an analyzer. An error of its server is part of the result. */
export const useTryAnalyzer = () =>
  useInvalidatingMutation({
    mutationFn: async (uuid: string) => (await mutate(trial, { id: uuid })).remoteAnalyzerTrial,
  });
