// The relations of a document with the edits that the server has not stored yet.
import type { Relation } from '../api/relations';
import type { RelationEdit } from '../api/relation-edits';

/** The server stores a relation once, under an id of its own. */
const isSame = (one: Relation, other: Relation) => one.source.uuid === other.source.uuid && one.target.uuid === other.target.uuid && one.label.name === other.label.name;

/** Return a key for each relation that stays the same when it is saved or gets another label, so that its buttons keep the focus. */
export function keysOf(relations: readonly Relation[]): readonly string[] {
  const seen = new Map<string, number>();
  return relations.map(({ source, target }) => {
    const ends = `${source.uuid} ${target.uuid}`;
    const number = seen.get(ends) ?? 0;
    seen.set(ends, number + 1);
    return `${ends} ${number}`;
  });
}

function apply(relations: readonly Relation[], edit: RelationEdit): readonly Relation[] {
  const { kind, relation } = edit;
  if (kind === 'relabel') {
    const before = { ...relation, label: edit.before };
    return relations.map((each) => (isSame(each, before) ? { ...each, label: relation.label, pending: true } : each));
  }
  const others = relations.filter((each) => !isSame(each, relation));
  if (kind === 'delete') return others;
  return others.length < relations.length ? relations : [...relations, { ...relation, pending: true }];
}

export const withWaiting = (relations: readonly Relation[], edits: readonly RelationEdit[]): readonly Relation[] => edits.reduce(apply, relations);
