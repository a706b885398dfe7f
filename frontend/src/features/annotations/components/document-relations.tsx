import { t } from '@lingui/core/macro';
import { ArrowRight, Tag } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '@/components/ui/icon-button';

import type { Relation } from '../api/relations';
import { titleOf, type Annotation } from '../model/annotation';
import { keysOf } from '../model/waiting-relations';
import { useRelations } from '../use-relations';
import styles from './document-relations.module.css';
import { RelationLabel } from './relation-label';

interface DocumentRelationsProps {
  documentId: string;
  corpusId: string;
  editable: boolean;
  /** whether the user may change what someone has created here */
  removable: (created: Pick<Annotation, 'creator' | 'review'>) => boolean;
  /** show an annotation by its id */
  onShow: (annotation: string) => void;
}

/** The label of a relation, and what changes it. */
function LabelOf({ relation, corpusId, changeable }: { relation: Relation; corpusId: string; changeable: boolean }) {
  const [picking, setPicking] = useState(false);
  const { label } = relation;
  const name = `${titleOf(relation.source)} ${label.name} ${titleOf(relation.target)}`;
  if (picking) return <RelationLabel {...{ relation, corpusId }} onClose={() => setPicking(false)} />;
  return (
    <span className="muted small">
      {label.name} <ArrowRight aria-hidden="true" />
      {changeable && <IconButton label={t`Change the label of ${name}`} tooltip={false} icon={<Tag />} onClick={() => setPicking(true)} />}
    </span>
  );
}

/** All relations between the annotations of a document; nothing if there are none. */
export function DocumentRelations({ documentId, corpusId, editable, removable, onShow }: DocumentRelationsProps) {
  const relations = useRelations(documentId, corpusId);
  if (relations.length === 0) return null;
  const keys = keysOf(relations);
  return (
    <details className={styles['relations']}>
      <summary>
        {t`Relations`} <span className="muted small numeric">{relations.length}</span>
      </summary>
      <ul aria-label={t`Relations of the document`}>
        {relations.map((relation, index) => (
          <li key={keys[index]}>
            <button type="button" className={styles['end']} onClick={() => onShow(relation.source.uuid)}>
              {titleOf(relation.source)}
            </button>
            <LabelOf {...{ relation, corpusId }} changeable={editable && removable({ creator: relation.creator, review: null })} />
            <button type="button" className={styles['end']} onClick={() => onShow(relation.target.uuid)}>
              {titleOf(relation.target)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
