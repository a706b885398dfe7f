import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { unverifiedText } from '@/lib/messages/answers';
import { citedBy, sourcesOf } from '@/lib/sources';

import { sentencesOptions, type Comment, type Sentence } from '../api/threads';
import styles from './comments.module.css';

interface SourcesProps {
  sentence: Sentence;
  sources: ReturnType<typeof sourcesOf<Sentence['citations'][number]>>;
  corpusId: string;
}

function Sources({ sentence, sources, corpusId }: SourcesProps) {
  return citedBy(sentence, sources).map(({ number, documentUuid, title, page, start, end, quote }) => (
    <Link
      key={number}
      to="/d/$uuid"
      params={{ uuid: documentUuid }}
      search={{ c: corpusId, page, from: start, to: end }}
      className={styles['source']}
      aria-label={t`Source ${number}: ${title}, page ${page}`}
      data-tooltip={t`${title}, page ${page}: “${quote}”`}
    >
      {number}
    </Link>
  ));
}

/** The sentences of an agent's answer with numbered sources, and a link to its steps and proposals. */
export function AgentAnswer({ comment: { id, text, conversation, pendingProposals }, corpusId }: { comment: Comment; corpusId: string }) {
  const { data: sentences = [] } = useQuery(sentencesOptions(id));
  const sources = sourcesOf(sentences);
  return (
    <>
      {sentences.length === 0 && pendingProposals === 0 && <p className={styles['sentence']}>{text}</p>}
      {sentences.map((sentence, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an answer may say the same twice, and its order never changes
        <p key={index} className={styles['sentence']}>
          {sentence.text} <Sources {...{ sentence, sources, corpusId }} />
          {!sentence.isVerified && <span className="muted small">{unverifiedText(sentence)}</span>}
        </p>
      ))}
      {conversation && (
        <Link to="/ask" search={{ conversation }} className={styles['steps']}>
          {pendingProposals > 0 ? plural(pendingProposals, { one: '# proposal waits for review', other: '# proposals wait for review' }) : t`Show steps and proposals`}
        </Link>
      )}
    </>
  );
}
