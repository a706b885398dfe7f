import { queryOptions } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { mutate, request } from '@/lib/graphql-client';
import { may } from '@/lib/permissions';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const ofCorpus = graphql(`
  query CorpusRecipient($id: ID!) {
    corpus(id: $id) {
      allowsLanguageModels
      sendsTextTo
      myPermissions
    }
  }
`);

const ofInstallation = graphql(`
  query Recipient {
    languageModelUsage {
      sendsTextTo
    }
  }
`);

const change = graphql(
  `
    mutation AllowLanguageModels($input: UpdateCorpusInput!) {
      updateCorpus(input: $input) {
        corpus {
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

/** The language model that gets questions and passages; `sendsTextTo` is empty if none does. */
interface Recipient {
  isAllowed: boolean;
  sendsTextTo: string;
  /** whether the user decides that */
  isMine: boolean;
}

async function fetchRecipient(id: string | undefined): Promise<Recipient> {
  if (id === undefined) return { isAllowed: true, sendsTextTo: (await request(ofInstallation)).languageModelUsage.sendsTextTo, isMine: false };
  const { corpus } = await request(ofCorpus, { id });
  if (!corpus) throw notFoundError();
  return { isAllowed: corpus.allowsLanguageModels, sendsTextTo: corpus.sendsTextTo, isMine: may(corpus, 'SHARE') };
}

export const recipientOptions = (corpus: string | undefined) => queryOptions({ queryKey: ['recipient', corpus], queryFn: () => fetchRecipient(corpus) });

export const useAllowLanguageModels = (corpus: string) =>
  useInvalidatingMutation({ mutationFn: (allowsLanguageModels: boolean) => mutate(change, { id: corpus, allowsLanguageModels }), affected: [['recipient', corpus], ['corpus', corpus]] });
