import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { Library, User } from 'lucide-react';

import { RelativeTime } from '@/components/ui/relative-time';
import { PublicBadge } from '@/features/documents/components/public-badge';
import { plainText } from '@/lib/markdown';
import { isMine } from '@/lib/permissions';
import { displayName } from '@/lib/users';

import type { CorpusRow } from '../api/list-corpora';
import type { CorporaOrder } from '../model/corpora-order-name';
import styles from './corpora.module.css';

// The order and the filter of the list of corpora, which is loaded as a whole.

export const CORPORA_ORDERS: readonly { value: CorporaOrder; label: string }[] = [
  { value: 'title', label: t`By title` },
  { value: 'documents', label: t`Most documents first` },
];

const COMPARE: Readonly<Record<CorporaOrder, (a: CorpusRow, b: CorpusRow) => number>> = {
  title: (a, b) => a.title.localeCompare(b.title, undefined, { numeric: true }),
  documents: (a, b) => b.documentCount - a.documentCount,
};

/** Return the corpora with these words in their title, description or owner's name, in an order. */
export function shownCorpora(corpora: readonly CorpusRow[], search: string, order: CorporaOrder | undefined): CorpusRow[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = corpora.filter(({ title, description, owner }) => {
    const text = [title, plainText(description), owner.name, owner.username].join(' ').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  return order ? found.toSorted(COMPARE[order]) : found;
}

export function CorpusList({ corpora }: { corpora: readonly CorpusRow[] }) {
  return (
    <ul className={styles['list']}>
      {corpora.map((corpus) => (
        <li key={corpus.uuid} className={styles['item']}>
          <span className={styles['icon']} aria-hidden="true">
            {corpus.isPersonal ? <User /> : <Library />}
          </span>
          <div className={styles['about']}>
            <Link to="/c/$uuid" params={{ uuid: corpus.uuid }} className={styles['name']}>
              {corpus.title}
            </Link>
            {!isMine(corpus) && <span className={styles['owner']}>{t`by ${displayName(corpus.owner)}`}</span>}
            <p className="muted truncate">{plainText(corpus.description) || (corpus.isPersonal && isMine(corpus) ? t`Your own documents` : '')}</p>
          </div>
          {corpus.isPublic && <PublicBadge />}
          <span className={styles['figure']}>{plural(corpus.documentCount, { one: '# document', other: '# documents' })}</span>
          <span className={styles['time']}>
            <RelativeTime iso={corpus.created} />
          </span>
        </li>
      ))}
    </ul>
  );
}
