// The relations of a document, and the edits that the page can do.
import { useQuery } from '@tanstack/react-query';

import { sessionOptions } from '@/features/session/api/session';
import { useEditQueue, useWaitingEdits } from '@/features/edits/edit-queue';
import { uuidv7 } from '@/lib/uuid';

import type { RelationEdit } from './api/relation-edits';
import { relationsOptions, type Relation } from './api/relations';
import type { Annotation, Label } from './model/annotation';
import { withWaiting } from './model/waiting-relations';

/** Return the relations with those that wait to be saved. */
export function useRelations(documentId: string, corpusId: string): readonly Relation[] {
  const { data = [] } = useQuery(relationsOptions(documentId, corpusId));
  return withWaiting(data, useWaitingEdits<RelationEdit>('relation'));
}

const endOf = ({ uuid, page, quote }: Annotation) => ({ uuid, page, quote });

export function useRelationEdits() {
  const queue = useEditQueue();
  const { data: user } = useQuery(sessionOptions);
  const add = (kind: 'create' | 'delete', relation: Relation) => queue?.add({ type: 'relation', group: uuidv7(), kind, relation } satisfies RelationEdit);
  return {
    /** relate two annotations; a label without an id is created */
    create: (source: Annotation, target: Annotation, label: Label) => {
      const creator = user ? { username: user.username, name: user.name } : null;
      add('create', { uuid: uuidv7(), label, creator, source: endOf(source), target: endOf(target) });
    },
    /** change the label; one without an id is created */
    relabel: (relation: Relation, label: Label) =>
      label.name !== relation.label.name && queue?.add({ type: 'relation', group: uuidv7(), kind: 'relabel', relation: { ...relation, label }, before: relation.label } satisfies RelationEdit),
    remove: (relation: Relation) => add('delete', relation),
  };
}
