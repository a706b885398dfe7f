import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import { PublicBadge } from '@/features/documents/components/public-badge';
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
  isTab: boolean;
}

/** Search for passages like this one: on the page of the corpus in its search tab. */
function MoreLikeThis({ like, corpus, isTab }: { like: string; corpus: string | undefined; isTab: boolean }) {
  const text = t`More like this`;
  if (isTab && corpus) {
    return (
      <Link to="/c/$uuid" params={{ uuid: corpus }} search={{ tab: 'search', like }} className={styles['more']}>
        {text}
      </Link>
    );
  }
  return (
    <Link to="/search" search={{ like, ...(corpus && { corpus }) }} className={styles['more']}>
      {text}
    </Link>
  );
}

function PassageItem({ document: { uuid, pdfUrl }, passage, inCorpus, isTab }: PassageItemProps) {
  const { page, start, end, fragments } = passage;
  return (
    <li className={styles['passage']}>
      <Link to="/d/$uuid" params={{ uuid }} search={{ ...inCorpus, ...passageLocation(passage) }} className={styles['place']}>
        <span className="muted small">{t`Page ${page}`}</span>
        <Fragments fragments={fragments} />
        <PassagePicture pdfUrl={pdfUrl} passage={passage} />
      </Link>
      <MoreLikeThis like={likeParameter(uuid, start, end)} corpus={inCorpus.c} isTab={isTab} />
    </li>
  );
}

/** A document with its best passages. Each passage opens the document at its place. */
export function FoundDocument({ found, corpus, isTab }: { found: Found; corpus: string | undefined; isTab: boolean }) {
  const { document, passages, isPublic } = found;
  const inCorpus = corpus ? { c: corpus } : {};
  const [first] = passages;
  return (
    <li className={styles['found']}>
      <Thumbnail url={document.thumbnailUrl} />
      <div className={styles['foundBody']}>
        <div className={styles['foundHead']}>
          <h2>
            <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ ...inCorpus, ...(first && passageLocation(first)) }}>
              {document.title}
            </Link>
          </h2>
          {isPublic && <PublicBadge />}
        </div>
        {passages.length > 0 && (
          <ul aria-label={t`Passages of ${document.title}`}>
            {passages.map((passage) => (
              <PassageItem key={passage.start} {...{ document, passage, inCorpus, isTab }} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
