// Edits of relations in the queue: new ones, and removals.
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';

import type { EditHandler, Sent } from '@/features/edits/edit-queue';
import type { QueuedEdit } from '@/features/edits/model/queued-edit';
import { offerUndo } from '@/features/edits/replay-edits';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { isNotFound } from '@/lib/errors';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';

import { titleOf } from '../model/annotation';
import { addStep } from '../model/annotator-store';
import { labelsOptions } from './list-labels';
import { RELATIONS, type Relation } from './relations';

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

export interface RelationEdit extends QueuedEdit {
  type: 'relation';
  kind: 'create' | 'delete';
  /** a new one has a uuid of this page, and a label without an id is created */
  relation: Relation;
}

/** The server stores a relation of these annotations with this label once. */
async function create({ relation: { uuid, source, target, label }, group }: RelationEdit): Promise<Sent> {
  const { relation } = await mutate(creation, { sourceId: source.uuid, targetId: target.uuid, group, ...(label.id ? { labelId: label.id } : { label: label.name }) });
  const onSaved = () => {
    addStep(group, t`Added the relation “${label.name}”`);
    showToast({ text: t`Added the relation “${label.name}”.` });
  };
  return { ids: relation ? { [uuid]: relation.uuid } : {}, onSaved };
}

async function remove({ relation: { label }, group }: RelationEdit, uuid: string, queryClient: QueryClient): Promise<Sent> {
  await mutate(deletion, { id: uuid, group }).catch((error: unknown) => {
    // A request that is repeated, or another user has removed it.
    if (!isNotFound(error)) throw error;
  });
  const onSaved = () => {
    addStep(group, t`Removed the relation “${label.name}”`);
    showToast({ text: t`Removed the relation “${label.name}”.`, ...offerUndo(queryClient, group) });
  };
  return { onSaved };
}

export const relationHandler: EditHandler<RelationEdit> = {
  send: (edit, { ids, queryClient }) => (edit.kind === 'create' ? create(edit) : remove(edit, ids[edit.relation.uuid] ?? edit.relation.uuid, queryClient)),
  affected: ({ kind, relation }, { corpusId }) => [RELATIONS, ...(kind === 'create' && !relation.label.id ? [labelsOptions(corpusId).queryKey] : [])],
  describe: ({ kind, relation: { label, source, target } }) => ({
    title: kind === 'create' ? t`New relation “${label.name}”` : t`Removal of the relation “${label.name}”`,
    detail: `${titleOf(source)} → ${titleOf(target)}`,
  }),
  failure: ({ kind }) => (kind === 'create' ? t`The relation could not be saved.` : t`The relation could not be removed.`),
};
