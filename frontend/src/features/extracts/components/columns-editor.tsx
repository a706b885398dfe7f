import { plural, t } from '@lingui/core/macro';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Labelled } from '@/components/ui/form';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import { TextArea } from '@/components/ui/text-area';

import { columnProblem, hasChoices, ITEM_TYPES, newColumn, typeLabel, TYPES, usedColumns, type EditedColumn } from '../model/columns';
import styles from './new-extract.module.css';

interface ColumnsEditorProps {
  columns: readonly EditedColumn[];
  /** show what is missing */
  showProblems: boolean;
  onChange: (columns: readonly EditedColumn[]) => void;
}

interface ColumnProps {
  column: EditedColumn;
  number: number;
  problem: string;
  onChange: (changes: Partial<EditedColumn>) => void;
}

function Details({ column, number, onChange }: ColumnProps) {
  return (
    <>
      {column.type === 'list' && (
        <Labelled label={t`Values`}>
          <Select label={t`Type of the values of column ${number}`} value={column.items ?? 'string'} onChange={({ target }) => onChange({ items: target.value })}>
            {ITEM_TYPES.map(({ type, label }) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </Select>
        </Labelled>
      )}
      {hasChoices(column) && <Field label={t`Choices of column ${number}`} value={column.detail} placeholder={t`German law, Swiss law`} onChange={({ target }) => onChange({ detail: target.value })} />}
      {column.type === 'object' && <TextArea label={t`JSON Schema of column ${number}`} rows={4} value={column.detail} onChange={({ target }) => onChange({ detail: target.value })} />}
    </>
  );
}

function ColumnFields(props: ColumnProps) {
  const { column, number, onChange } = props;
  return (
    <div className={styles['fields']}>
      <Field label={t`Name of column ${number}`} value={column.name} maxLength={100} placeholder={t`Rent`} onChange={({ target }) => onChange({ name: target.value })} />
      <Labelled label={t`Type`}>
        <Select label={t`Type of column ${number}`} value={column.type} onChange={({ target }) => onChange({ type: target.value })}>
          {TYPES.map(({ type, label }) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </Select>
      </Labelled>
      <div className={styles['question']}>
        <Field label={t`Question of column ${number}`} value={column.question} maxLength={10_000} placeholder={t`How much is the rent?`} onChange={({ target }) => onChange({ question: target.value })} />
      </div>
      <Details {...props} />
    </div>
  );
}

interface ItemProps extends ColumnProps {
  isLast: boolean;
  isOnly: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** A column: one line, and its fields if it is open. */
function ColumnItem(props: ItemProps) {
  const { column, number, problem, isLast, isOnly, onChange, onMove, onRemove } = props;
  const { name, question, type, isUsed, isOpen } = column;
  const title = name || t`Column ${number}`;
  return (
    <li className={styles['column']} data-unused={isUsed ? undefined : ''}>
      <div className={styles['line']}>
        <Checkbox label={t`Use ${title}`} checked={isUsed} onChange={(on) => onChange({ isUsed: on })} />
        <div className={styles['text']} aria-hidden="true">
          <span className="truncate">{title}</span>
          <span className="truncate muted">{question}</span>
        </div>
        <span className={styles['type']}>{typeLabel(type)}</span>
        <IconButton label={t`Edit ${title}`} tooltip={false} icon={<Pencil />} aria-expanded={isOpen} onClick={() => onChange({ isOpen: !isOpen })} />
      </div>
      {isOpen && (
        <div className={styles['open']}>
          <ColumnFields {...props} />
          <span className={styles['buttons']}>
            <IconButton label={t`Move ${title} up`} tooltip={false} icon={<ArrowUp />} disabled={number === 1} onClick={() => onMove(-1)} />
            <IconButton label={t`Move ${title} down`} tooltip={false} icon={<ArrowDown />} disabled={isLast} onClick={() => onMove(1)} />
            <IconButton label={t`Remove ${title}`} tooltip={false} icon={<Trash2 />} disabled={isOnly} onClick={onRemove} />
          </span>
        </div>
      )}
      {problem && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </li>
  );
}

function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const rest = items.filter((_, place) => place !== from);
  const item = items[from];
  return item === undefined ? items : [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** The columns of an extraction: a name, a question and a type each. Those that are not ticked are left out. */
export function ColumnsEditor({ columns, showProblems, onChange }: ColumnsEditorProps) {
  const change = (key: number, changes: Partial<EditedColumn>) => onChange(columns.map((column) => (column.key === key ? { ...column, ...changes } : column)));
  const used = usedColumns(columns).length;
  const tickAll = (isUsed: boolean) => onChange(columns.map((column) => ({ ...column, isUsed })));
  return (
    <div className={styles['columns']}>
      <div className={styles['chosen']}>
        <p role="status">
          {t`${used} of ${plural(columns.length, { one: '# column', other: '# columns' })}`}
        </p>
        <Button size="small" variant="quiet" disabled={used === columns.length} onClick={() => tickAll(true)}>
          {t`All`}
        </Button>
        <Button size="small" variant="quiet" disabled={used === 0} onClick={() => tickAll(false)}>
          {t`None`}
        </Button>
      </div>
      <ol aria-label={t`Columns`}>
        {columns.map((column, place) => (
          <ColumnItem
            key={column.key}
            column={column}
            number={place + 1}
            isLast={place === columns.length - 1}
            isOnly={columns.length === 1}
            problem={showProblems && column.isUsed ? columnProblem(column) : ''}
            onChange={(changes) => change(column.key, changes)}
            onMove={(by) => onChange(moved(columns, place, place + by))}
            onRemove={() => onChange(columns.filter(({ key }) => key !== column.key))}
          />
        ))}
      </ol>
      <Button size="small" icon={<Plus aria-hidden="true" />} onClick={() => onChange([...columns, newColumn()])}>
        {t`Add column`}
      </Button>
    </div>
  );
}
