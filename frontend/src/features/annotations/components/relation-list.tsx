import { t } from '@lingui/core/macro';
import { ArrowLeft, ArrowRight, Tag, X } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Waiting } from '@/features/edits/components/waiting';

import type { Relation } from '../api/relations';
import { titleOf, type Annotation } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import { keysOf } from '../model/waiting-relations';
import { useRelationEdits, useRelations } from '../use-relations';
import { RelationLabel } from './relation-label';
import styles from './annotation-card.module.css';

export interface RelationListProps {
  annotation: Annotation;
  documentId: string;
  corpusId: string;
  editable: boolean;
  /** whether the user may delete what someone has created here */
  removable: (created: Pick<Annotation, 'creator' | 'review'>) => boolean;
  /** select an annotation; the pages scroll to it */
  onActivate: (uuid: string) => void;
  onLeave: () => void;
}

const LONGEST = 60;

/** The relations of an annotation, in both directions, with links to the other annotations. */
export function RelationList({ annotation, documentId, corpusId, editable, removable, onActivate, onLeave }: RelationListProps) {
  const relations = useRelations(documentId, corpusId);
  const { remove } = useRelationEdits();
  const shown = relations.filter(({ source, target }) => source.uuid === annotation.uuid || target.uuid === annotation.uuid);
  const select = useAnnotatorState((state) => state.select);
  const [picked, setPicked] = useState<Relation>();
  if (shown.length === 0) return null;
  const show = (uuid: string) => {
    select(null);
    onActivate(uuid);
  };
  const thenLeave = (act: () => void) => () => {
    act();
    onLeave();
  };
  if (picked) return <RelationLabel relation={picked} corpusId={corpusId} onClose={thenLeave(() => setPicked(undefined))} />;
  const keys = keysOf(shown);
  return (
    <ul aria-label={t`Relations`} className={styles['relations']}>
      {shown.map((relation, index) => {
        const isSource = relation.source.uuid === annotation.uuid;
        const other = isSource ? relation.target : relation.source;
        const title = titleOf(other).slice(0, LONGEST);
        const name = isSource ? t`${relation.label.name} to ${title}` : t`${relation.label.name} from ${title}`;
        return (
          <li key={keys[index]}>
            {isSource ? <ArrowRight aria-hidden="true" /> : <ArrowLeft aria-hidden="true" />}
            <button type="button" aria-label={t`Go to ${name}`} className={styles['other']} onClick={thenLeave(() => show(other.uuid))}>
              {relation.label.name}: <span>{title}</span>
            </button>
            {relation.pending && <Waiting />}
            {editable && removable({ creator: relation.creator, review: null }) && (
              <>
                <IconButton label={t`Change the label of ${name}`} tooltip={false} icon={<Tag />} onClick={() => setPicked(relation)} />
                <IconButton label={t`Remove ${name}`} tooltip={false} icon={<X />} onClick={thenLeave(() => remove(relation))} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
