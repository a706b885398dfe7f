import { Link } from '@tanstack/react-router';

import { Thumbnail } from '@/features/documents/components/thumbnail';

import type { Hit } from '../api/search-corpus';
import { emphasise } from '../model/emphasis';
import styles from './corpus-search.module.css';

interface SearchHitItemProps {
  hit: Hit;
  corpusId: string;
  text: string;
}

export function SearchHitItem({ hit, corpusId, text }: SearchHitItemProps) {
  const { document, page, start, end, quote } = hit;
  return (
    <li className={styles['hit']}>
      <Thumbnail url={document.thumbnailUrl} />
      <div>
        <div className={styles['heading']}>
          <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ page, c: corpusId, from: start, to: end }} className={styles['link']}>
            {document.title}
          </Link>
          <span className="muted small">Page {page}</span>
        </div>
        <blockquote className={styles['quote']}>
          {emphasise(quote, text).map((part) => (part.strong ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>))}
        </blockquote>
      </div>
    </li>
  );
}
