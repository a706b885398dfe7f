import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';

import type { Message } from '../api/conversations';
import { isPending } from '../model/proposals';
import styles from './conversations.module.css';

interface ProposalsOnlyProps {
  message: Message;
  corpus: string | undefined;
  document: string | undefined;
}

/** Check whether an answer has no words: the model has only proposed changes. */
export const isWithoutWords = ({ hasAnswer, sentences }: Message) => hasAnswer === true && sentences.length === 0;

function WaitingLink({ count, corpus }: { count: number; corpus: string | undefined }) {
  const text = plural(count, { one: '# proposal waits for review', other: '# proposals wait for review' });
  if (corpus === undefined) return <Link to="/ask" search={{ proposed: 'PENDING' }}>{text}</Link>;
  return <Link to="/c/$uuid" params={{ uuid: corpus }} search={{ tab: 'proposals' }}>{text}</Link>;
}

/** Says what became of an answer that only proposes changes. */
export function ProposalsOnly({ message: { proposals }, corpus, document }: ProposalsOnlyProps) {
  const pending = proposals.filter(isPending).length;
  if (pending > 0)
    return (
      <p className={styles['sentence']}>
        <WaitingLink count={pending} corpus={corpus} />
      </p>
    );
  if (proposals.length > 0) return <p className={styles['sentence']}>{t`All proposals have been reviewed.`}</p>;
  return (
    <p className={styles['sentence']}>
      {t`The proposed annotations are suggestions in the document now.`}{' '}
      {document !== undefined && (
        <Link to="/d/$uuid" params={{ uuid: document }} search={corpus === undefined ? {} : { c: corpus }}>
          {t`Open the document`}
        </Link>
      )}
    </p>
  );
}
