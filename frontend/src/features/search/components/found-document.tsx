import { Link } from '@tanstack/react-router';

import { Thumbnail } from '@/features/documents/components/thumbnail';

import type { FoundDocument as Found } from '../api/search';
import { passageLocation } from '../model/choices';
import { Fragments } from './fragments';
import styles from './search.module.css';

/** A document with its best passages. Each passage opens the document at its place. */
export function FoundDocument({ found, corpus }: { found: Found; corpus: string | undefined }) {
  const { document, passages } = found;
  const inCorpus = corpus ? { c: corpus } : {};
  const [first] = passages;
  return (
    <li className={styles['found']}>
      <Thumbnail url={document.thumbnailUrl} />
      <div className={styles['foundBody']}>
        <h2>
          <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ ...inCorpus, ...(first && passageLocation(first)) }}>
            {document.title}
          </Link>
        </h2>
        {passages.length > 0 && (
          <ul aria-label={`Passages of ${document.title}`}>
            {passages.map((passage) => (
              <li key={passage.start}>
                <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ ...inCorpus, ...passageLocation(passage) }} className={styles['passage']}>
                  <span className="muted small">Page {passage.page}</span>
                  <Fragments fragments={passage.fragments} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
