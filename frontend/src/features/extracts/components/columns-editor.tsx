import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Labelled } from '@/components/ui/form';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import { TextArea } from '@/components/ui/text-area';

import { columnProblem, hasChoices, ITEM_TYPES, newColumn, TYPES, type EditedColumn } from '../model/columns';
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
        <Labelled label="Values">
          <Select label={`Type of the values of column ${number}`} value={column.items ?? 'string'} onChange={({ target }) => onChange({ items: target.value })}>
            {ITEM_TYPES.map(({ type, label }) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </Select>
        </Labelled>
      )}
      {hasChoices(column) && <Field label={`Choices of column ${number}`} value={column.detail} placeholder="German law, Swiss law" onChange={({ target }) => onChange({ detail: target.value })} />}
      {column.type === 'object' && <TextArea label={`JSON Schema of column ${number}`} rows={4} value={column.detail} onChange={({ target }) => onChange({ detail: target.value })} />}
    </>
  );
}

function ColumnFields(props: ColumnProps) {
  const { column, number, problem, onChange } = props;
  return (
    <div className={styles['fields']}>
      <Field label={`Name of column ${number}`} value={column.name} maxLength={100} placeholder="Rent" onChange={({ target }) => onChange({ name: target.value })} />
      <Field label={`Question of column ${number}`} value={column.question} maxLength={10_000} placeholder="How much is the rent?" onChange={({ target }) => onChange({ question: target.value })} />
      <Labelled label="Type">
        <Select label={`Type of column ${number}`} value={column.type} onChange={({ target }) => onChange({ type: target.value })}>
          {TYPES.map(({ type, label }) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </Select>
      </Labelled>
      <Details {...props} />
      {problem && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </div>
  );
}

function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const rest = items.filter((_, place) => place !== from);
  const item = items[from];
  return item === undefined ? items : [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** The columns of an extraction: a name, a question and a type each. */
export function ColumnsEditor({ columns, showProblems, onChange }: ColumnsEditorProps) {
  const change = (key: number, changes: Partial<EditedColumn>) => onChange(columns.map((column) => (column.key === key ? { ...column, ...changes } : column)));
  return (
    <div className={styles['columns']}>
      <ol aria-label="Columns">
        {columns.map((column, place) => (
          <li key={column.key}>
            <ColumnFields column={column} number={place + 1} problem={showProblems ? columnProblem(column) : ''} onChange={(changes) => change(column.key, changes)} />
            <span className={styles['buttons']}>
              <IconButton label={`Move column ${place + 1} up`} tooltip={false} icon={<ArrowUp />} disabled={place === 0} onClick={() => onChange(moved(columns, place, place - 1))} />
              <IconButton label={`Move column ${place + 1} down`} tooltip={false} icon={<ArrowDown />} disabled={place === columns.length - 1} onClick={() => onChange(moved(columns, place, place + 1))} />
              <IconButton label={`Remove column ${place + 1}`} tooltip={false} icon={<Trash2 />} disabled={columns.length === 1} onClick={() => onChange(columns.filter(({ key }) => key !== column.key))} />
            </span>
          </li>
        ))}
      </ol>
      <Button size="small" icon={<Plus aria-hidden="true" />} onClick={() => onChange([...columns, newColumn()])}>
        Add column
      </Button>
    </div>
  );
}
