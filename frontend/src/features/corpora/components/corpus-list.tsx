import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { Library, User } from 'lucide-react';

import { RelativeTime } from '@/components/ui/relative-time';
import { PublicBadge } from '@/features/documents/components/public-badge';
import { plainText } from '@/lib/markdown';
import { displayName } from '@/lib/users';
import { isMine } from '@/lib/permissions';

import type { CorpusRow } from '../api/list-corpora';
import styles from './corpora.module.css';

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
