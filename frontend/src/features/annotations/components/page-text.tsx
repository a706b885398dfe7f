import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';

import { tokensOptions } from '@/features/viewer/api/page-tokens';
import type { PageInfo } from '@/features/viewer/model/layout';
import { lineRange, textOf, type TokenPage } from '@/features/viewer/model/token-page';

import type { Annotation } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import styles from './page-text.module.css';

interface PageTextProps {
  page: PageInfo;
  version: string;
  /** those on this page */
  annotations: readonly Annotation[];
  onShow: (page: number, token: number) => void;
  onPick: () => void;
}

interface TextLine {
  first: number;
  last: number;
  text: string;
}

function linesOf(page: TokenPage, number: number, annotations: readonly Annotation[]): TextLine[] {
  return Array.from(page.lines, (_, line) => {
    const range = lineRange(page, line);
    const onLine = annotations.filter(({ spans }) => spans.some((span) => span.page === number && span.first <= range.last && span.last >= range.first));
    const labels = [...new Set(onLine.map(({ label }) => label.name))];
    const text = textOf(page, range);
    return { ...range, text: labels.length > 0 ? t`${text} (labelled ${labels.join(', ')})` : text };
  });
}

/** The text of a page for screen readers: a list of its lines with their labels. It is visible only while it has the focus. */
export function PageText({ page, version, annotations, onShow, onPick }: PageTextProps) {
  const id = useId();
  const [position, setPosition] = useState({ page: page.number, line: 0 });
  const { data: tokens } = useQuery({ ...tokensOptions(page.tokensUrl, version), enabled: page.tokenCount > 0 });
  const lines = useMemo(() => (tokens ? linesOf(tokens, page.number, annotations) : []), [tokens, page.number, annotations]);
  const active = position.page === page.number ? Math.min(position.line, lines.length - 1) : 0;
  const choose = (line: number) => {
    const range = lines[line];
    if (!range) return;
    setPosition({ page: page.number, line });
    useAnnotatorState.getState().select({ anchor: { page: page.number, token: range.first }, head: { page: page.number, token: range.last } });
    onShow(page.number, range.first);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Record<string, () => void> = {
      ArrowDown: () => choose(Math.min(active + 1, lines.length - 1)),
      ArrowUp: () => choose(Math.max(active - 1, 0)),
      Home: () => choose(0),
      End: () => choose(lines.length - 1),
      Enter: onPick,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  if (lines.length === 0) return null;
  return (
    <div
      className={styles['text']}
      role="listbox" translate="no"
      tabIndex={0}
      aria-label={t`Text of page ${page.number}, by line`}
      aria-activedescendant={`${id}-${active}`}
      onKeyDown={onKeyDown}
    >
      {lines.map((line, index) => (
        <div key={line.first} id={`${id}-${index}`} role="option" aria-selected={index === active}>
          {line.text}
        </div>
      ))}
    </div>
  );
}
