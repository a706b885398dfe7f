import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { isSamePassage, newAnnotation, type Annotation, type Span } from '@/features/annotations/model/annotation';
import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import type { AnnotationEdits } from '@/features/annotations/use-annotation-edits';
import type { DocumentWords } from '@/features/annotations/use-words';
import { allMatchesOptions, type Match } from '@/features/find/api/find-in-document';
import { NO_OPTIONS } from '@/features/find/model/find';
import { textOf } from '@/features/viewer/model/token-page';
import { quoted } from '@/lib/format';

import { useDocumentContext } from '../document-context';
import styles from './equal-passages-dialog.module.css';

interface Passage {
  match: Match;
  before: string;
  after: string;
}

const close = () => useAnnotatorState.getState().setRepeated(null);

/** passages that are offered at once */
const MOST = 500;

/** Words that are shown on both sides of a passage. */
const CONTEXT = 8;

async function withContext(match: Match, words: DocumentWords): Promise<Passage> {
  const [first, last] = [match.spans[0], match.spans.at(-1)];
  const [start, end] = await Promise.all([first && words.load(first.page), last && words.load(last.page)]);
  return {
    match,
    before: first && start && first.first > 0 ? textOf(start, { first: Math.max(0, first.first - CONTEXT), last: first.first - 1 }, ' ') : '',
    after: last && end && last.last < end.count - 1 ? textOf(end, { first: last.last + 1, last: Math.min(end.count - 1, last.last + CONTEXT) }, ' ') : '',
  };
}

/** Find the passages with the words of an annotation that have not its label yet. */
function useEqualPassages({ quote, label }: Annotation, annotations: readonly Annotation[]) {
  const { document, version, words } = useDocumentContext();
  const search = { id: document.uuid, version, query: quote.replaceAll(/\s+/gu, ' '), ...NO_OPTIONS, matchCase: true, wholeWords: true };
  const isLabelled = (spans: readonly Span[]) => annotations.some((other) => other.label.name === label.name && isSamePassage(other.spans, spans));
  const matches = useQuery(allMatchesOptions(search));
  const unlabelled = (matches.data ?? []).filter(({ spans }) => spans.length > 0 && !isLabelled(spans));
  const free = unlabelled.slice(0, MOST);
  const passages = useQuery({
    queryKey: ['equal-passages', version, search, free.map(({ number }) => number)],
    queryFn: () => Promise.all(free.map((match) => withContext(match, words))),
    enabled: matches.isSuccess,
  });
  return { passages: passages.data, more: unlabelled.length - free.length, error: matches.error ?? passages.error };
}

interface EqualPassagesDialogProps {
  annotation: Annotation;
  annotations: readonly Annotation[];
  edits: AnnotationEdits;
}

/** Shows the other passages with the same words, and labels those that are chosen. */
export function EqualPassagesDialog({ annotation, annotations, edits }: EqualPassagesDialogProps) {
  const { corpus } = useDocumentContext();
  const { passages, more, error } = useEqualPassages(annotation, annotations);
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set());
  const { label, quote } = annotation;
  const chosen = (passages ?? []).filter(({ match }) => !excluded.has(match.number));
  const toggle = (number: number) =>
    setExcluded((before) => {
      const after = new Set(before);
      if (!after.delete(number)) after.add(number);
      return after;
    });
  const submit = () => {
    const added = chosen.flatMap(({ match: { spans, quote: text } }) => newAnnotation({ label, spans, quote: text, box: null, creator: corpus.me }) ?? []);
    edits.addAll(added, t`Labelled ${plural(added.length, { one: '# passage', other: '# passages' })} with “${label.name}”.`);
    close();
  };
  return (
    <Dialog wide open onOpenChange={(open) => open || close()} title={t`Label equal passages with “${label.name}”`} description={t`Other passages with the words ${quoted(quote)}.`}>
      <DialogBody>
        {error && <ErrorNotice title={t`The passages could not be loaded`} error={error} />}
        {!error && !passages && <SkeletonRows rows={3} label={t`Loading the passages`} />}
        {passages?.length === 0 && <p className="muted">{t`There are no other passages with these words.`}</p>}
        {more > 0 && (
          <p className="muted">{plural(more, { one: '# more passage has these words. Label those below first.', other: '# more passages have these words. Label those below first.' })}</p>
        )}
        <ul className={styles['list']} aria-label={t`Passages`}>
          {passages?.map(({ match, before, after }) => (
            <li key={match.number}>
              <label className={styles['choice']}>
                <input type="checkbox" checked={!excluded.has(match.number)} onChange={() => toggle(match.number)} />
                <span className="muted small numeric">{t`Page ${match.spans[0]?.page ?? ''}`}</span>
                <span className={styles['context']}>
                  {before} <mark>{match.quote}</mark> {after}
                </span>
              </label>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <Button onClick={close}>{t`Cancel`}</Button>
        <Button variant="primary" disabled={chosen.length === 0} onClick={submit}>
          {chosen.length === 0 ? t`Label passages` : t`Label ${plural(chosen.length, { one: '# passage', other: '# passages' })}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
