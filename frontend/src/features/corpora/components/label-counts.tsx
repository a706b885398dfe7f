import { Link } from '@tanstack/react-router';

import { count } from '@/lib/format';

import type { CorpusLabel } from '../api/corpus-labels';
import styles from './label-list.module.css';

/** The numbers of annotations and documents with a label, which link to them. */
export function LabelCounts({ corpusId, label: { uuid, annotationCount, documentCount } }: { corpusId: string; label: CorpusLabel }) {
  return (
    <>
      <span className={styles['count']} data-zero={annotationCount === 0 || undefined}>
        {annotationCount === 0 ? (
          count(0, 'annotation')
        ) : (
          <Link to="/c/$uuid" params={{ uuid: corpusId }} search={{ tab: 'annotations', label: uuid }}>
            {count(annotationCount, 'annotation')}
          </Link>
        )}
      </span>
      {documentCount > 0 && (
        <span className={styles['count']}>
          <Link to="/c/$uuid" params={{ uuid: corpusId }} search={{ label: uuid }}>
            {count(documentCount, 'document')}
          </Link>
        </span>
      )}
    </>
  );
}
