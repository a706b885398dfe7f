import { t } from '@lingui/core/macro';
import { ArrowRight } from 'lucide-react';

import { titleOf } from '../model/annotation';
import { useRelations } from '../use-relations';
import styles from './document-relations.module.css';

interface DocumentRelationsProps {
  documentId: string;
  corpusId: string;
  /** show an annotation by its id */
  onShow: (annotation: string) => void;
}

/** All relations between the annotations of a document; nothing if there are none. */
export function DocumentRelations({ documentId, corpusId, onShow }: DocumentRelationsProps) {
  const relations = useRelations(documentId, corpusId);
  if (relations.length === 0) return null;
  return (
    <details className={styles['relations']}>
      <summary>
        {t`Relations`} <span className="muted small numeric">{relations.length}</span>
      </summary>
      <ul aria-label={t`Relations of the document`}>
        {relations.map(({ uuid, label, source, target }) => (
          <li key={uuid}>
            <button type="button" onClick={() => onShow(source.uuid)}>
              {titleOf(source)}
            </button>
            <span className="muted small">
              {label.name} <ArrowRight aria-hidden="true" />
            </span>
            <button type="button" onClick={() => onShow(target.uuid)}>
              {titleOf(target)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
