import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import { formatSimilarity, partsParameter, type Passage } from '../model/texts';
import styles from './similar.module.css';

interface Text {
  document: string;
  documentTitle: string;
  page: number;
  start: number;
  end: number;
  similarity: number;
}

interface TextLinksProps {
  corpusId: string;
  text: Text;
  /** the text that it is compared with; absent for that text itself */
  first: Passage | undefined;
}

/** A document, or a place in it, with a link to it and one to its comparison with the first text. */
export function TextLinks({ corpusId, text, first }: TextLinksProps) {
  const { document, documentTitle, page, start, end, similarity } = text;
  const isPart = end > 0;
  const parts = first && partsParameter(first, text);
  return (
    <>
      <Link to="/d/$uuid" params={{ uuid: document }} search={{ c: corpusId, ...(isPart && { from: start, to: end }) }}>
        {isPart ? t`${documentTitle}, page ${page}` : documentTitle}
      </Link>
      {first && (
        <>
          <span className={`${styles['similarity'] ?? ''} muted`} aria-label={t`Similarity ${formatSimilarity(similarity)}`}>
            {formatSimilarity(similarity)}
          </span>
          <Link to="/d/$uuid/compare" params={{ uuid: document }} search={{ old: first.uuid, c: corpusId, ...(parts && { parts }) }} aria-label={t`Compare ${documentTitle}`}>
            {t`Compare`}
          </Link>
        </>
      )}
    </>
  );
}
