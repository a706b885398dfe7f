import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';

import { sameClausesOptions } from '../api/similar-texts';
import type { Passage } from '../model/texts';
import styles from './similar.module.css';
import { TextLinks } from './text-links';

interface SameClausesProps {
  corpusId: string;
  clause: Passage;
  /** leads back to the groups of the corpus */
  back: ReactNode;
}

/** The clauses in the other documents of a corpus that are most like a passage. */
export function SameClauses({ corpusId, clause, back }: SameClausesProps) {
  const found = useQuery(sameClausesOptions(corpusId, clause));
  const { data } = found;
  return (
    <div className={styles['view']}>
      <Toolbar>
        {data && (
          <Link to="/d/$uuid" params={{ uuid: clause.uuid }} search={{ c: corpusId, from: clause.start, to: clause.end }}>
            {t`Passage in ${data.title}`}
          </Link>
        )}
        <Spacer />
        <span className="muted small" role="status">
          {data && plural(data.clauses.length, { one: 'Similar clauses in # document', other: 'Similar clauses in # documents' })}
        </span>
        {back}
      </Toolbar>
      {found.isPending && <SkeletonRows label={t`Looking for the clause in the other documents`} />}
      {found.isError && <ErrorNotice title={t`The clause could not be looked for`} error={found.error} onRetry={() => void found.refetch()} />}
      {data?.clauses.length === 0 && (
        <Notice icon={<SearchX />} title={t`No other document has a similar clause`}>
          {t`Only documents that are indexed for search are compared. Select a whole clause rather than a few words.`}
        </Notice>
      )}
      {data && data.clauses.length > 0 && (
        <Scroller label={t`Similar clauses`}>
          <ol aria-label={t`Similar clauses`}>
            {data.clauses.map((each) => (
              <li key={each.document} className={styles['group']}>
                <p className={styles['quote']}>{each.text}</p>
                <div className={styles['text']}>
                  <TextLinks corpusId={corpusId} text={each} first={clause} />
                </div>
              </li>
            ))}
          </ol>
        </Scroller>
      )}
    </div>
  );
}
