import { Link } from '@tanstack/react-router';

import { Thumbnail } from '@/features/documents/components/thumbnail';

import type { FoundDocument as Found, Passage } from '../api/search';
import { passageLocation } from '../model/choices';
import { likeParameter } from '../model/filters';
import { Fragments } from './fragments';
import { PassagePicture } from './passage-picture';
import styles from './search.module.css';

interface PassageItemProps {
  document: Found['document'];
  passage: Passage;
  inCorpus: { c?: string };
}

function PassageItem({ document: { uuid, pdfUrl }, passage, inCorpus }: PassageItemProps) {
  const { page, start, end, fragments } = passage;
  const like = likeParameter(uuid, start, end);
  return (
    <li className={styles['passage']}>
      <Link to="/d/$uuid" params={{ uuid }} search={{ ...inCorpus, ...passageLocation(passage) }} className={styles['place']}>
        <span className="muted small">Page {page}</span>
        <Fragments fragments={fragments} />
        <PassagePicture pdfUrl={pdfUrl} passage={passage} />
      </Link>
      <Link to="/search" search={{ like, ...(inCorpus.c && { corpus: inCorpus.c }) }} className={styles['more']}>
        More like this
      </Link>
    </li>
  );
}

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
              <PassageItem key={passage.start} {...{ document, passage, inCorpus }} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
