import { plural } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';


import type { CorpusLabel } from '../api/corpus-labels';
import styles from './label-list.module.css';

/** The numbers of annotations and documents with a label, which link to them. */
export function LabelCounts({ corpusId, label: { uuid, annotationCount, documentCount } }: { corpusId: string; label: CorpusLabel }) {
  return (
    <>
      <span className={styles['count']} data-zero={annotationCount === 0 || undefined}>
        {annotationCount === 0 ? (
          plural(0, { one: '# annotation', other: '# annotations' })
        ) : (
          <Link to="/c/$uuid" params={{ uuid: corpusId }} search={{ tab: 'annotations', label: uuid }}>
            {plural(annotationCount, { one: '# annotation', other: '# annotations' })}
          </Link>
        )}
      </span>
      {documentCount > 0 && (
        <span className={styles['count']}>
          <Link to="/c/$uuid" params={{ uuid: corpusId }} search={{ label: uuid }}>
            {plural(documentCount, { one: '# document', other: '# documents' })}
          </Link>
        </span>
      )}
    </>
  );
}
