// Relations between the annotations of a document.
import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';

import { pageCursor, userError, userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { allNodes, NO_NODES } from '@/lib/relay';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Annotation, Label } from '../model/annotation';
import { addStep, forgetStep } from '../model/annotator-store';
import { labelFields, labelsOptions } from './list-labels';
import { useReplay } from './use-replay';

const query = graphql(
  `
    query Relations($documentId: ID!, $corpusId: ID!, $first: Int!, $after: String) {
      corpus(id: $corpusId) {
        id
        relations(documentId: $documentId, first: $first, after: $after) {
          pageInfo {
            ...PageCursor
          }
          edges {
            node {
              uuid
              label {
                ...LabelFields
              }
              creator {
                ...UserName
              }
              source {
                uuid
                page
                quote
              }
              target {
                uuid
                page
                quote
              }
            }
          }
        }
      }
    }
  `,
  [pageCursor, labelFields, userName],
);

const creation = graphql(
  `
    mutation CreateRelation($input: CreateRelationInput!) {
      createRelation(input: $input) {
        relation {
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
    mutation DeleteRelation($input: DeleteRelationInput!) {
      deleteRelation(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export type Relation = NonNullable<ResultOf<typeof query>['corpus']>['relations']['edges'][number]['node'];

/** A new relation; a label without an id is created. */
interface RelationDraft {
  source: Pick<Annotation, 'uuid'>;
  target: Pick<Annotation, 'uuid'>;
  label: Label;
}

/** An edit of a relation, which the server undoes by its group. */
type Grouped<Of> = Of & { group: string };

const PAGE_SIZE = 200;
/** Live updates report changes earlier. */
const STALE_MS = 10_000;
const KEY = ['annotations', 'relations'];

export const relationsOptions = (documentId: string, corpusId: string) =>
  queryOptions({
    queryKey: [...KEY, documentId, corpusId],
    queryFn: (): Promise<Relation[]> =>
      allNodes(async (after) => (await request(query, { documentId, corpusId, first: PAGE_SIZE, after })).corpus?.relations ?? NO_NODES),
    staleTime: STALE_MS,
    enabled: corpusId !== '',
  });

export const useCreateRelation = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: ({ source, target, label, group }: Grouped<RelationDraft>) =>
      mutate(creation, { sourceId: source.uuid, targetId: target.uuid, group, ...(label.id ? { labelId: label.id } : { label: label.name }) }),
    affected: ({ label }) => [KEY, ...(label.id ? [] : [labelsOptions(corpusId).queryKey])],
    onSuccess: (_, { label, group }) => {
      addStep(group, t`Added the relation “${label.name}”`);
      showToast({ text: t`Added the relation “${label.name}”.` });
    },
  });

export const useDeleteRelation = () => {
  const { mutate: replay } = useReplay();
  return useInvalidatingMutation({
    mutationFn: ({ uuid, group }: Grouped<Relation>) => mutate(deletion, { id: uuid, group }),
    affected: [KEY],
    onSuccess: (_, { label, group }) => {
      addStep(group, t`Removed the relation “${label.name}”`);
      const undo = () => replay({ kind: 'undo', group }, { onSuccess: () => forgetStep(group) });
      showToast({ text: t`Removed the relation “${label.name}”.`, action: { label: t`Undo`, run: undo } });
    },
  });
};
