// Edits of relations in the queue: new ones, other labels, and removals.
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';

import type { EditHandler, SendContext, Sent } from '@/features/edits/edit-queue';
import type { QueuedEdit } from '@/features/edits/model/queued-edit';
import { offerUndo } from '@/features/edits/replay-edits';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { isNotFound } from '@/lib/errors';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';

import { titleOf, type Label } from '../model/annotation';
import { addStep } from '../model/annotator-store';
import { labelsOptions } from './list-labels';
import { RELATIONS, type Relation } from './relations';
import { labelInput } from './save-annotation';

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

const update = graphql(
  `
    mutation UpdateRelation($input: UpdateRelationInput!) {
      updateRelation(input: $input) {
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

/** A new relation has a uuid of this page. A label without an id is created. */
export type RelationEdit = QueuedEdit & { type: 'relation'; relation: Relation } & (
    | { kind: 'create' | 'delete' }
    /** `relation` has the new label */
    | { kind: 'relabel'; before: Label }
  );

/** The server stores a relation of these annotations with this label once. */
async function create({ relation: { uuid, source, target, label }, group }: RelationEdit, corpusId: string): Promise<Sent> {
  const { relation } = await mutate(creation, { corpusId, sourceId: source.uuid, targetId: target.uuid, group, ...labelInput(label) });
  const onSaved = () => {
    addStep(group, t`Added the relation “${label.name}”`);
    showToast({ text: t`Added the relation “${label.name}”.` });
  };
  return { ids: relation ? { [uuid]: relation.uuid } : {}, onSaved };
}

async function relabel({ relation: { label }, group }: RelationEdit, uuid: string, queryClient: QueryClient): Promise<Sent> {
  await mutate(update, { id: uuid, group, ...labelInput(label) });
  const onSaved = () => {
    addStep(group, t`Changed the label of a relation to “${label.name}”`);
    showToast({ text: t`Changed the label of the relation to “${label.name}”.`, ...offerUndo(queryClient, group) });
  };
  return { onSaved };
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

function send(edit: RelationEdit, { ids, corpusId, queryClient }: SendContext): Promise<Sent> {
  if (edit.kind === 'create') return create(edit, corpusId);
  const uuid = ids[edit.relation.uuid] ?? edit.relation.uuid;
  return edit.kind === 'delete' ? remove(edit, uuid, queryClient) : relabel(edit, uuid, queryClient);
}

const TITLES: Record<RelationEdit['kind'], (label: string) => string> = {
  create: (label) => t`New relation “${label}”`,
  relabel: (label) => t`Change of the label of a relation to “${label}”`,
  delete: (label) => t`Removal of the relation “${label}”`,
};

const FAILURES: Record<RelationEdit['kind'], string> = {
  create: t`The relation could not be saved.`,
  relabel: t`The label of the relation could not be changed.`,
  delete: t`The relation could not be removed.`,
};

export const relationHandler: EditHandler<RelationEdit> = {
  send,
  affected: ({ kind, relation }, { corpusId }) => [RELATIONS, ...(kind !== 'delete' && !relation.label.id ? [labelsOptions(corpusId).queryKey] : [])],
  describe: ({ kind, relation: { label, source, target } }) => ({ title: TITLES[kind](label.name), detail: `${titleOf(source)} → ${titleOf(target)}` }),
  failure: ({ kind }) => FAILURES[kind],
};
