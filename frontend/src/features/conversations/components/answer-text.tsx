import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import { use, type MouseEvent } from 'react';

import { unverifiedText } from '@/lib/messages/answers';
import { citedBy, sourcesOf } from '@/lib/sources';

import type { Message, Sentence } from '../api/conversations';
import { ShowSourceContext } from '../show-source';
import type { Source } from '../model/sources';
import styles from './conversations.module.css';

interface SourceLinkProps {
  source: Source;
  /** the corpus in which the document is opened */
  corpus: string | undefined;
}

/** Return the document and the page of a source. */
const place = ({ title, page }: Source) => t`${title}, page ${page}`;

const linkTo = ({ documentUuid, page, start, end }: Source, corpus: string | undefined) => ({
  to: '/d/$uuid' as const,
  params: { uuid: documentUuid },
  search: { ...(corpus && { c: corpus }), page, from: start, to: end },
});

/** Return what a click on a source does, if it is in the open document. */
function useShow(source: Source) {
  const shown = use(ShowSourceContext);
  if (shown?.document !== source.documentUuid) return undefined;
  return (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    shown.show(source);
  };
}

/** The number of a source in a sentence; its tooltip has the cited words. */
function SourceNumber({ source, corpus }: SourceLinkProps) {
  const { number, title, page, quote } = source;
  return (
    <Link {...linkTo(source, corpus)} onClick={useShow(source)} className={styles['number']} aria-label={t`Source ${number}: ${title}, page ${page}`} data-tooltip={t`${title}, page ${page}: “${quote}”`}>
      {number}
    </Link>
  );
}

function SentenceText({ sentence, sources, corpus }: { sentence: Sentence; sources: readonly Source[]; corpus: string | undefined }) {
  return (
    <p className={styles['sentence']} data-verified={sentence.isVerified}>
      {sentence.text}
      {citedBy(sentence, sources).map((source) => (
        <SourceNumber key={source.number} {...{ source, corpus }} />
      ))}
      {!sentence.isVerified && (
        <span className={styles['unverified']}>
          <CircleHelp aria-hidden="true" />
          {unverifiedText(sentence)}
        </span>
      )}
    </p>
  );
}

/** A source with its place; its words if the sentences do not have them. */
function SourceLink({ source, corpus, hasQuote }: SourceLinkProps & { hasQuote: boolean }) {
  return (
    <Link {...linkTo(source, corpus)} onClick={useShow(source)} className={styles['source']}>
      <span className={styles['place']}>
        <span className={styles['number']}>{source.number}</span>
        <span className="truncate">{place(source)}</span>
      </span>
      {hasQuote && <q className={styles['quote']}>{source.quote}</q>}
    </Link>
  );
}

function SourceList({ sentences, sources, corpus }: { sentences: readonly Sentence[]; sources: readonly Source[]; corpus: string | undefined }) {
  // The sentences of the offline reader are the cited words themselves.
  const said = new Set(sentences.map(({ text }) => text));
  return (
    <ol aria-label={t`Sources`} className={styles['sources']}>
      {sources.map((source) => (
        <li key={source.number}>
          <SourceLink {...{ source, corpus }} hasQuote={!said.has(source.quote)} />
        </li>
      ))}
    </ol>
  );
}

/** An answer: its sentences with numbered sources, which open the document at the cited words. */
export function AnswerText({ message: { sentences, hasAnswer, text }, corpus }: { message: Message; corpus: string | undefined }) {
  const sources = sourcesOf(sentences);
  return (
    <>
      {hasAnswer === false && (
        <p className={styles['none']}>
          <strong>{t`These documents do not answer the question.`}</strong> {sentences.length === 0 && text}
        </p>
      )}
      {sentences.map((sentence, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an answer may say the same twice, and its order never changes
        <SentenceText key={index} {...{ sentence, sources, corpus }} />
      ))}
      {sources.length > 0 && <SourceList {...{ sentences, sources, corpus }} />}
    </>
  );
}
