import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CopyCheck } from 'lucide-react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { nodes } from '@/lib/relay';

import { similarGroupsOptions, type SimilarGroup } from '../api/similar-texts';
import type { TextKind } from '../model/text-kind';
import styles from './similar.module.css';
import { TextLinks } from './text-links';

interface GroupListProps {
  corpusId: string;
  kind: TextKind;
  comparedAt: string;
}

function Group({ corpusId, kind, group: { texts, textCount } }: { corpusId: string; kind: TextKind; group: SimilarGroup }) {
  const [first] = texts;
  if (!first) return null;
  const passage = { uuid: first.document, start: first.start, end: first.end };
  const hidden = textCount - texts.length;
  return (
    <li className={styles['group']}>
      <h2 className={styles['title']}>
        {kind === 'DOCUMENT' ? plural(textCount, { one: '# similar document', other: '# similar documents' }) : plural(textCount, { one: '# similar clause', other: '# similar clauses' })}
      </h2>
      {first.quote && <p className={styles['quote']}>{first.quote}</p>}
      <ul className={styles['texts']} aria-label={t`Similar texts`}>
        {texts.map((text, index) => (
          <li key={`${text.document}:${text.start}`} className={styles['text']}>
            <TextLinks corpusId={corpusId} text={text} first={index === 0 ? undefined : passage} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="muted small">{plural(hidden, { one: '# more is not shown.', other: '# more are not shown.' })}</p>}
    </li>
  );
}

function Nothing({ kind }: { kind: TextKind }) {
  return (
    <Notice icon={<CopyCheck />} title={kind === 'DOCUMENT' ? t`No near-duplicates` : t`No similar clauses`}>
      {kind === 'DOCUMENT' ? t`No two documents that you see are nearly the same.` : t`No two different documents that you see have a nearly identical clause of twelve words or more.`}
    </Notice>
  );
}

/** The groups of similar documents or clauses, the largest first. */
export function GroupList({ corpusId, kind, comparedAt }: GroupListProps) {
  const list = useInfiniteQuery(similarGroupsOptions(corpusId, kind, comparedAt));
  if (list.isPending) return <SkeletonRows label={t`Loading the similar texts`} />;
  if (list.isError) return <ErrorNotice title={t`The similar texts could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data.pages[0]?.totalCount === 0) return <Nothing kind={kind} />;
  return (
    <Scroller label={t`Similar texts of this corpus`} more={list}>
      <ul aria-label={t`Groups of similar texts`}>
        {list.data.pages.flatMap(nodes).map((group) => (
          <Group key={group.id} corpusId={corpusId} kind={kind} group={group} />
        ))}
      </ul>
    </Scroller>
  );
}
