import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import { use, useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, type SyntheticEvent } from 'react';

import { lazyComponent } from '@/lib/lazy-part';
import { unverifiedText } from '@/lib/messages/answers';
import { citedBy, sourcesOf } from '@/lib/sources';

import type { Message, Sentence } from '../api/conversations';
import { NO_ANSWER, READER, type Source } from '../model/sources';
import { ShowSourceContext } from '../show-source';
import styles from './conversations.module.css';
import type { Preview } from './source-preview';

const SourcePreview = lazyComponent(async () => (await import('./source-preview')).SourcePreview);

interface Opening {
  /** the corpus in which documents are opened */
  corpus: string | undefined;
  /** the conversation that is shown beside them */
  conversation: string;
  /** shows the words of a source in a picture of its page, until the pointer or the focus leaves it */
  onPreview: (preview: Preview | null) => void;
}

interface SourceLinkProps extends Opening {
  source: Source;
}

/** Return the document and the page of a source. */
const place = ({ title, page }: Source) => t`${title}, page ${page}`;

const linkTo = ({ documentUuid, page, start, end }: Source, { corpus, conversation }: Opening) => ({
  to: '/d/$uuid' as const,
  params: { uuid: documentUuid },
  search: { ...(corpus && { c: corpus }), page, from: start, to: end, conversation },
});

/** Return the handlers of a link that preview its source. */
function previewing(source: Source, onPreview: Opening['onPreview']) {
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => onPreview({ source, anchor: currentTarget });
  const hide = () => onPreview(null);
  return {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => event.pointerType !== 'touch' && show(event),
    onPointerLeave: hide,
    onFocus: (event: FocusEvent<HTMLElement>) => event.currentTarget.matches(':focus-visible') && show(event),
    onBlur: hide,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && hide(),
  };
}

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

/** The number of a source in a sentence. */
function SourceNumber({ source, ...opening }: SourceLinkProps) {
  const { number, title, page } = source;
  return (
    <Link {...linkTo(source, opening)} {...previewing(source, opening.onPreview)} onClick={useShow(source)} className={styles['number']} aria-label={t`Source ${number}: ${title}, page ${page}`}>
      {number}
    </Link>
  );
}

interface SentenceTextProps extends Opening {
  sentence: Sentence;
  sources: readonly Source[];
  /** the sentence is one of a document, and its cited words are the answer */
  isQuoted: boolean;
}

/** A part of a text; marked if it is one of the words that are searched for. */
interface Part {
  text: string;
  isMarked: boolean;
}

/** Return the places of quotes in a text, in their order, without overlaps. */
function placesOf(text: string, quotes: readonly string[]): readonly (readonly [number, number])[] {
  const found = quotes
    .map((quote) => quote.split(/\s+/).filter(Boolean).join(' '))
    .flatMap((words) => (words && text.includes(words) ? [[text.indexOf(words), text.indexOf(words) + words.length] as const] : []))
    .toSorted(([first, end], [other, otherEnd]) => first - other || otherEnd - end);
  let last = 0;
  return found.flatMap(([start, end]) => {
    const begin = Math.max(start, last);
    last = Math.max(last, end);
    return begin < end ? [[begin, end] as const] : [];
  });
}

/** Split a text at the quotes in it; white space in quotes counts as one space. */
export function markedParts(text: string, quotes: readonly string[]): readonly Part[] {
  const places = placesOf(text, quotes);
  const parts = places.flatMap(([start, end], index) => [
    { text: text.slice(places[index - 1]?.[1] ?? 0, start), isMarked: false },
    { text: text.slice(start, end), isMarked: true },
  ]);
  return [...parts, { text: text.slice(places.at(-1)?.[1] ?? 0), isMarked: false }].filter((part) => part.text !== '');
}

function SentenceText({ sentence, sources, isQuoted, ...opening }: SentenceTextProps) {
  const quotes = isQuoted ? sentence.citations.map(({ quote }) => quote) : [];
  return (
    <p className={styles['sentence']} data-verified={sentence.isVerified}>
      {/* oxlint-disable-next-line react/no-array-index-key -- the parts of a text have an order only */}
      {markedParts(sentence.text, quotes).map(({ text, isMarked }, index) => (isMarked ? <mark key={index}>{text}</mark> : text))}
      {citedBy(sentence, sources).map((source) => (
        <SourceNumber key={source.number} source={source} {...opening} />
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
function SourceLink({ source, hasQuote, ...opening }: SourceLinkProps & { hasQuote: boolean }) {
  return (
    <Link {...linkTo(source, opening)} {...previewing(source, opening.onPreview)} onClick={useShow(source)} className={styles['source']}>
      <span className={styles['place']}>
        <span className={styles['number']}>{source.number}</span>
        <span className="truncate">{place(source)}</span>
      </span>
      {hasQuote && <q className={styles['quote']}>{source.quote}</q>}
    </Link>
  );
}

function SourceList({ sentences, sources, ...opening }: Opening & { sentences: readonly Sentence[]; sources: readonly Source[] }) {
  // The sentences of the offline reader are the cited words themselves.
  const said = new Set(sentences.map(({ text }) => text));
  return (
    <ol aria-label={t`Sources`} className={styles['sources']}>
      {sources.map((source) => (
        <li key={source.number}>
          <SourceLink source={source} {...opening} hasQuote={!said.has(source.quote)} />
        </li>
      ))}
    </ol>
  );
}

/** An answer: its sentences with numbered sources, which show the cited words, and open the document there. */
export function AnswerText({ message: { sentences, hasAnswer, text, engine }, corpus, conversation }: Omit<Opening, 'onPreview'> & { message: Message }) {
  const sources = sourcesOf(sentences);
  const [preview, setPreview] = useState<Preview | null>(null);
  const opening = { corpus, conversation, onPreview: setPreview };
  return (
    <>
      {hasAnswer === false && (
        <p className={styles['none']}>
          <strong>{NO_ANSWER}</strong> {sentences.length === 0 && text}
        </p>
      )}
      {sentences.map((sentence, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an answer may say the same twice, and its order never changes
        <SentenceText key={index} {...{ sentence, sources }} isQuoted={engine === READER} {...opening} />
      ))}
      {sources.length > 0 && <SourceList {...{ sentences, sources }} {...opening} />}
      {preview && <SourcePreview key={preview.source.number} {...preview} />}
    </>
  );
}
