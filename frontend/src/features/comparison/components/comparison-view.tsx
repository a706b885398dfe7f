import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';

import { Button } from '@/components/ui/button';
import { LabelDot } from '@/components/ui/label-dot';
import { Select } from '@/components/ui/select';

import type { ComparedRow, ComparedSide, Comparison, MovedAnnotation, OtherVersion, Revision } from '../api/compare-versions';
import styles from './comparison.module.css';

interface ComparisonViewProps {
  uuid: string;
  /** the titles of two documents that are compared; absent for versions of one */
  titles?: readonly [string, string] | undefined;
  comparison: Comparison;
  /** annotations whose place is uncertain or was not found in the newest version */
  moved: readonly MovedAnnotation[];
  /** the other versions of the document, and which of them is compared with it, if it is not an earlier parse */
  others: readonly OtherVersion[];
  old: string | undefined;
  onOld: (uuid: string | undefined) => void;
  onChoose: (from: number, to: number) => void;
}

interface Uuids {
  old: string;
  new: string;
  /** the names of both sides */
  names: readonly [string, string];
}

function Side({ uuid, side, name }: { uuid: string; side: ComparedSide | null; name: string }) {
  if (!side) return <div className={styles['side']} />;
  return (
    <div className={styles['side']}>
      <p>
        {side.runs.map(({ text, change }, index) => {
          // oxlint-disable-next-line react/no-array-index-key -- runs of a paragraph never move
          const key = index;
          if (change === 'ADDED') return <ins key={key}>{text}</ins>;
          if (change === 'REMOVED') return <del key={key}>{text}</del>;
          return <span key={key}>{text}</span>;
        })}
      </p>
      <Link to="/d/$uuid" params={{ uuid }} search={{ page: side.page }} className="small" aria-label={t`Page ${side.page}, ${name}`}>
        {t`Page ${side.page}`}
      </Link>
    </div>
  );
}

const NAMES = { SAME: t`Unchanged`, CHANGED: t`Changed`, ADDED: t`Added`, REMOVED: t`Removed` };

function Row({ uuids, row, change }: { uuids: Uuids; row: ComparedRow; change?: number | undefined }) {
  return (
    <div className={styles['row']} role="group" aria-label={change === undefined ? NAMES[row.change] : t`Change ${change + 1}: ${NAMES[row.change]}`} data-change={change} tabIndex={change === undefined ? undefined : -1}>
      <Side uuid={uuids.old} side={row.old} name={uuids.names[0]} />
      <Side uuid={uuids.new} side={row.new} name={uuids.names[1]} />
    </div>
  );
}

/** The titles of two documents above their texts, with links to them. */
function Titles({ uuids }: { uuids: Uuids }) {
  return (
    <div className={styles['titles']}>
      <Link to="/d/$uuid" params={{ uuid: uuids.old }}>
        {uuids.names[0]}
      </Link>
      <Link to="/d/$uuid" params={{ uuid: uuids.new }}>
        {uuids.names[1]}
      </Link>
    </div>
  );
}

function Folded({ uuids, rows }: { uuids: Uuids; rows: readonly ComparedRow[] }) {
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
        {t`Show ${plural(rows.length, { one: '# unchanged paragraph', other: '# unchanged paragraphs' })}`}
      </Button>
    );
  }
  // oxlint-disable-next-line react/no-array-index-key -- the rows of a comparison never move
  return rows.map((row, index) => <Row key={index} uuids={uuids} row={row} />);
}

function RevisionSelect({ label, revisions, value, onChange }: { label: string; revisions: readonly Revision[]; value: number; onChange: (number: number) => void }) {
  return (
    <Select label={label} value={String(value)} onChange={({ target }) => onChange(Number(target.value))}>
      {revisions.map(({ number, parser, parserVersion }) => (
        <option key={number} value={number}>
          {t`Parse ${number} (${parser} ${parserVersion})`}
        </option>
      ))}
    </Select>
  );
}

function VersionSelect({ others, value, onChange }: { others: readonly OtherVersion[]; value: string | undefined; onChange: (uuid: string | undefined) => void }) {
  return (
    <Select label={t`Compare with`} value={value ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
      {others.map(({ uuid, versionNumber, filename }) => (
        <option key={uuid} value={uuid}>
          {t`Version ${versionNumber}: ${filename}`}
        </option>
      ))}
      <option value="">{t`Another parse of this version`}</option>
    </Select>
  );
}

// Runs of unchanged paragraphs, which are folded.

export interface Changeable {
  change: 'SAME' | 'CHANGED' | 'ADDED' | 'REMOVED';
}

/** Paragraphs that are unchanged and folded, or one that is shown; `change` counts the changes, from 0. */
type Part<Row> = { kind: 'folded'; rows: readonly Row[] } | { kind: 'row'; row: Row; change: number | undefined };

/** The unchanged paragraphs that are shown around a change. */
const CONTEXT = 1;

/** Return the rows in parts; unchanged ones are folded except next to changes. */
export function folded<Row extends Changeable>(rows: readonly Row[]): Part<Row>[] {
  const isShown = (_: Row, index: number) => rows.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ change }) => change !== 'SAME');
  const parts: Part<Row>[] = [];
  let hidden: Row[] = [];
  let count = 0;
  const flush = () => {
    if (hidden.length > 0) parts.push({ kind: 'folded', rows: hidden });
    hidden = [];
  };
  for (const [index, row] of rows.entries()) {
    if (isShown(row, index)) {
      flush();
      parts.push({ kind: 'row', row, change: row.change === 'SAME' ? undefined : count++ });
    } else hidden.push(row);
  }
  flush();
  return parts;
}

/** Return the change after (1) or before (-1) the present one, around the ends; undefined if there is none. */
export const nextChange = (present: number | undefined, by: 1 | -1, count: number): number | undefined =>
  count === 0 ? undefined : present === undefined ? (by === 1 ? 0 : count - 1) : (present + by + count) % count;

/** The change that was shown last, and functions that show the next or previous one, also by n and p. */
function useChanges(total: number) {
  const list = useRef<HTMLDivElement>(null);
  const [present, setPresent] = useState<number>();
  useEffect(() => {
    const onKeyDown = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isTyping = target instanceof HTMLElement && target.closest('input, select, textarea, [role="dialog"]') !== null;
      if (isTyping || ctrlKey || metaKey || altKey) return;
      if (key === 'n') show(1);
      if (key === 'p') show(-1);
    };
    const show = (by: 1 | -1) => setPresent((before) => nextChange(before, by, total));
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [total]);
  useEffect(() => {
    const row = present === undefined ? null : list.current?.querySelector<HTMLElement>(`[data-change="${present}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [present]);
  const show = (by: 1 | -1) => setPresent((before) => nextChange(before, by, total));
  return { list, present, show };
}

function Moved({ uuid, moved }: { uuid: string; moved: readonly MovedAnnotation[] }) {
  if (moved.length === 0) return null;
  return (
    <section className={styles['moved']} aria-label={t`Annotations to check`}>
      <h2>{t`Annotations to check`}</h2>
      <ul>
        {moved.map(({ uuid: key, label, quote, page, confidence }) => (
          <li key={key}>
            <LabelDot color={label.color} />{' '}
            <Link to="/d/$uuid" params={{ uuid }} search={{ a: key }}>
              {label.path}: {quote || t`box on page ${page}`}
            </Link>{' '}
            <span className="muted small">{confidence === 0 ? t`not found in the newest version` : t`moved; check its place`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const partKey = (part: Part<ComparedRow>, index: number) => `${part.kind}-${index}`;

/** Two versions of a text side by side, with the words that changed. */
export function ComparisonView({ uuid, titles, comparison, moved, others, old: oldUuid, onOld, onChoose }: ComparisonViewProps) {
  const uuids = { old: oldUuid ?? uuid, new: uuid, names: titles ?? ([t`earlier version`, t`later version`] as const) };
  const { old, new: latest, changeCount, revisions, rows } = comparison;
  const parts = useMemo(() => folded(rows), [rows]);
  const { list, present, show } = useChanges(changeCount);
  return (
    <>
      <div className={styles['toolbar']}>
        {!titles && others.length > 0 && <VersionSelect others={others} value={oldUuid} onChange={onOld} />}
        {oldUuid === undefined && (
          <>
            <RevisionSelect label={t`Earlier version`} revisions={revisions} value={old} onChange={(number) => onChoose(number, latest)} />
            <RevisionSelect label={t`Later version`} revisions={revisions} value={latest} onChange={(number) => onChoose(old, number)} />
          </>
        )}
        <span role="status">
          {present === undefined ? plural(changeCount, { one: '# change', other: '# changes' }) : t`${plural(changeCount, { one: '# change', other: '# changes' })}, number ${present + 1} is shown`}
        </span>
        <Button icon={<ArrowUp aria-hidden="true" />} disabled={changeCount === 0} aria-keyshortcuts="p" onClick={() => show(-1)}>
          {t`Previous change`}
        </Button>
        <Button icon={<ArrowDown aria-hidden="true" />} disabled={changeCount === 0} aria-keyshortcuts="n" onClick={() => show(1)}>
          {t`Next change`}
        </Button>
      </div>
      {titles && <Titles uuids={uuids} />}
      {rows.length === 0 && <p className={styles['nothing']}>{t`These parts of the documents have no text.`}</p>}
      <div ref={list} className={styles['rows']}>
        {parts.map((part, index) =>
          part.kind === 'folded' ? <Folded key={partKey(part, index)} uuids={uuids} rows={part.rows} /> : <Row key={partKey(part, index)} uuids={uuids} row={part.row} change={part.change} />,
        )}
      </div>
      {!titles && <Moved uuid={uuid} moved={moved} />}
    </>
  );
}
