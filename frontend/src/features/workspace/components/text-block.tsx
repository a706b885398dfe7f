import { t } from '@lingui/core/macro';
import { createContext, use, type FocusEvent, type MouseEvent, type ReactNode } from 'react';

import { isSuggestion, type Annotation } from '@/features/annotations/model/annotation';
import definitionsStyles from '@/features/definitions/components/definitions.module.css';
import { GRACE_MS, hideCard, HOVER_MS, showCard } from '@/features/definitions/model/card-store';
import { targetOf, type Place } from '@/features/definitions/model/definition';
import type { Use } from '@/features/definitions/model/uses';
import type { TextItem } from '@/features/viewer/api/page-text';
import { piecesOf, rowsOf, type Block, type Piece } from '@/features/viewer/model/page-text';
import { TEXT_FILL } from '@/lib/label-hues';

import type { PageMarks } from './text-ranges';
import styles from './text-view.module.css';

const ELEMENTS = { b: 'strong', i: 'em', c: 'code', s: 's' } as const;

export interface TextMarks extends PageMarks {
  /** uuid of the selected annotation */
  active: string | undefined;
  /** number of the current match */
  current: number | undefined;
  onActivate: (uuid: string) => void;
  /** go to a definition or the target of a cross-reference */
  onGo: ((place: Place) => void) | undefined;
}

/** The annotations and matches on the page. */
export const MarksContext = createContext<TextMarks | null>(null);

/** Words of an annotation. They are a link to it, unless the document has a link there. */
function Marked({ annotation, isActive, isLink, onActivate, children }: { annotation: Annotation; isActive: boolean; isLink: boolean; onActivate: (uuid: string) => void; children: ReactNode }) {
  const { uuid, label } = annotation;
  const open = (event: MouseEvent) => {
    event.preventDefault();
    onActivate(uuid);
  };
  const style = { textDecorationColor: label.color, backgroundColor: `color-mix(in srgb, ${label.color} ${isActive ? TEXT_FILL.active : TEXT_FILL.rest}%, transparent)` };
  return (
    <mark className={styles['mark']} style={style} data-annotation={uuid} data-suggested={isSuggestion(annotation) || undefined} title={label.path ?? label.name}>
      {isLink ? (
        children
      ) : (
        <a href={`?view=text&a=${uuid}`} aria-current={isActive || undefined} onClick={open}>
          {children}
        </a>
      )}
    </mark>
  );
}

interface TermLinkProps {
  use: Use;
  onGo: (place: Place) => void;
  children: ReactNode;
}

function placeOf({ definitions: [definition], reference }: Use): Place {
  if (reference) return targetOf(reference);
  return definition ?? { page: 1, start: 0, end: 0 };
}

/** Words in the text of a document that lead to their definition or target. The card shows it on hover and focus. */
function TermLink({ use: linked, onGo, children }: TermLinkProps) {
  const place = placeOf(linked);
  const open = ({ currentTarget }: FocusEvent | MouseEvent, delay: number) => showCard({ use: linked, element: currentTarget, returnTo: null }, delay);
  const go = (event: MouseEvent) => {
    event.preventDefault();
    if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch') return open(event, 0);
    hideCard();
    onGo(place);
  };
  return (
    <a
      href={`?view=text&page=${place.page}&from=${place.start}&to=${place.end}`}
      className={definitionsStyles['inText']}
      data-use={linked.key}
      onClick={go}
      onPointerEnter={(event) => event.pointerType !== 'touch' && open(event, HOVER_MS)}
      onPointerLeave={(event) => event.pointerType !== 'touch' && hideCard(GRACE_MS)}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && open(event, 0)}
      onBlur={() => hideCard(GRACE_MS)}
    >
      {children}
    </a>
  );
}

/** Words with a link of the document, or else to the definition of a term or the target of a cross-reference. */
function Linked({ href, term, children }: { href: string | undefined; term: Use | undefined; children: ReactNode }) {
  const onGo = use(MarksContext)?.onGo;
  if (href) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  if (!term || !onGo) return children;
  return (
    <TermLink use={term} onGo={onGo}>
      {children}
    </TermLink>
  );
}

function Styled({ piece: { text, style, href, ranges } }: { piece: Piece }) {
  const marks = use(MarksContext);
  let content: ReactNode = text;
  for (const [key, Element] of Object.entries(ELEMENTS)) if (style.includes(key)) content = <Element>{content}</Element>;
  const match = ranges.flatMap((key) => marks?.matches.get(key) ?? [])[0];
  if (match) {
    content = (
      <mark className={styles['match']} data-match={match.number} data-current={match.number === marks?.current || undefined}>
        {content}
      </mark>
    );
  }
  const term = href === undefined ? ranges.flatMap((key) => marks?.uses.get(key) ?? [])[0] : undefined;
  content = (
    <Linked href={href} term={term}>
      {content}
    </Linked>
  );
  const annotations = ranges.flatMap((key) => marks?.annotations.get(key) ?? []);
  const annotation = annotations.find(({ uuid }) => uuid === marks?.active) ?? annotations[0];
  if (!annotation || !marks) return content;
  return (
    <Marked annotation={annotation} isActive={annotation.uuid === marks.active} isLink={href !== undefined || term !== undefined} onActivate={marks.onActivate}>
      {content}
    </Marked>
  );
}

function Text({ item }: { item: TextItem }) {
  const marks = use(MarksContext);
  return piecesOf(item, marks?.ranges).map((piece) => <Styled key={piece.key} piece={piece} />);
}

function Table({ table }: { table: NonNullable<TextItem['table']> }) {
  return (
    <table>
      <tbody>
        {rowsOf(table).map((row) => (
          <tr key={row[0]?.row}>
            {row.map(({ column, rowSpan, columnSpan, isHeader, text }) => {
              const Cell = isHeader ? 'th' : 'td';
              return (
                <Cell key={column} rowSpan={rowSpan} colSpan={columnSpan}>
                  {text}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

function Item({ item, level }: { item: TextItem; level: number }) {
  const place = { 'data-top': item.box[1] ?? 0 };
  if (item.table) {
    return (
      <div {...place} className={styles['table']} tabIndex={0} role="group" aria-label={t`Table`}>
        <Table table={item.table} />
      </div>
    );
  }
  switch (item.kind) {
    case 'TITLE':
    case 'HEADING': {
      const Heading = HEADINGS[level - 1] ?? 'h6';
      return (
        <Heading {...place}>
          <Text item={item} />
        </Heading>
      );
    }
    case 'CODE':
      return (
        <pre {...place} tabIndex={0}>
          <Text item={item} />
        </pre>
      );
    case 'FIGURE':
      return (
        <p {...place} className={styles['figure']}>
          {item.text ? t`Picture: ${item.text}` : t`Picture`}
        </p>
      );
    default:
      return (
        <p {...place} data-kind={item.kind}>
          <Text item={item} />
        </p>
      );
  }
}

/** An element of the text, or the items of a list. Texts are never read as HTML. */
export function TextBlock({ block }: { block: Block }) {
  if (block.kind === 'item') return <Item item={block.item} level={block.level} />;
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item.id} data-top={item.box[1] ?? 0} data-level={Math.min(4, item.level ?? 1)}>
          <Text item={item} />
        </li>
      ))}
    </ul>
  );
}
