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
      myPermissions
    }
  }
`);

const ofSubject = graphql(`
  query Recipient($corpusId: ID, $documentId: ID) {
    languageModelUsage(corpusId: $corpusId, documentId: $documentId) {
      sendsTextTo
      sendsPassagesTo
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
  /** the embedding model on a server that gets the passages and the searches among them; empty if none does */
  sendsPassagesTo: string;
  /** whether the user decides that */
  isMine: boolean;
}

/** The subject of questions: a corpus, a document (in a corpus, or in none), or everything. */
interface Subject {
  corpus: string | undefined;
  document: string | undefined;
}

async function fetchRecipient({ corpus: id, document }: Subject): Promise<Recipient> {
  const sent = (await request(ofSubject, { corpusId: id ?? null, documentId: document ?? null })).languageModelUsage;
  if (id === undefined) return { isAllowed: true, ...sent, isMine: false };
  const { corpus } = await request(ofCorpus, { id });
  if (!corpus) throw notFoundError();
  return { isAllowed: corpus.allowsLanguageModels, ...sent, isMine: may(corpus, 'SHARE') };
}

export const recipientOptions = (subject: Subject) => queryOptions({ queryKey: ['recipient', subject.corpus, subject.document], queryFn: () => fetchRecipient(subject) });

export const useAllowLanguageModels = (corpus: string) =>
  useInvalidatingMutation({ mutationFn: (allowsLanguageModels: boolean) => mutate(change, { id: corpus, allowsLanguageModels }) });
