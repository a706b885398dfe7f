import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Plus, Table2, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogActions, DialogBody, DialogStep } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Field } from '@/components/ui/field';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import { TextArea } from '@/components/ui/text-area';
import { isFailed } from '@/lib/failed-query';
import { fieldError, formError } from '@/lib/form-errors';

import { extractsOptions } from '../api/extracts';
import { fieldsetsOptions, templatesOptions, useSaveFieldset, type Fieldset, type Template } from '../api/fieldsets';
import { columnProblem, draftOf, edited, freeName, hasChoices, ITEM_TYPES, newColumn, typeLabel, TYPES, usedColumns, type EditedColumn } from '../model/columns';
import type { GridFilter } from '../model/filter';
import { ExtractList } from './extract-list';
import { ExtractView } from './extract-view';
import styles from './extracts-panel.module.css';
import newExtractStyles from './new-extract.module.css';
import { StartExtract, type Folder } from './start-extract';

interface NewExtractProps {
  corpusId: string;
  folders: readonly Folder[];
  onClose: () => void;
  onStarted: (id: string) => void;
}

interface Draft {
  /** `fieldset:<id>`, `template:<slug>`, or empty for new questions */
  from: string;
  id: string | undefined;
  template: string;
  name: string;
  columns: readonly EditedColumn[];
}

function draftFrom(from: string, fieldsets: readonly Fieldset[], templates: readonly Template[]): Draft {
  const fieldset = fieldsets.find(({ id }) => from === `fieldset:${id}`);
  const template = templates.find(({ slug }) => from === `template:${slug}`);
  const names = fieldsets.map(({ name }) => name);
  return {
    from,
    id: fieldset?.id,
    template: template?.slug ?? '',
    name: fieldset?.name ?? freeName(template?.name ?? t`Questions`, names),
    columns: (fieldset ?? template)?.columns.map(edited) ?? [newColumn()],
  };
}

function SourceSelect({ value, fieldsets, templates, onChange }: { value: string; fieldsets: readonly Fieldset[]; templates: readonly Template[]; onChange: (from: string) => void }) {
  return (
    <Labelled label={t`Start from`}>
      <Select label={t`Start from`} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t`New questions`}</option>
        {fieldsets.length > 0 && (
          <optgroup label={t`Questions of this corpus`}>
            {fieldsets.map(({ id, name }) => (
              <option key={id} value={`fieldset:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label={t`Ready-made`}>
          {templates.map(({ slug, name, columns }) => (
            <option key={slug} value={`template:${slug}`}>
              {name} ({columns.length})
            </option>
          ))}
        </optgroup>
      </Select>
    </Labelled>
  );
}

const FIELDS = ['name'];

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
    <div className={newExtractStyles['fields']}>
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
      <div className={newExtractStyles['question']}>
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
    <li className={newExtractStyles['column']} data-unused={isUsed ? undefined : ''}>
      <div className={newExtractStyles['line']}>
        <Checkbox label={t`Use ${title}`} checked={isUsed} onChange={(on) => onChange({ isUsed: on })} />
        <div className={newExtractStyles['text']} aria-hidden="true">
          <span className="truncate">{title}</span>
          <span className="truncate muted">{question}</span>
        </div>
        <span className={newExtractStyles['type']}>{typeLabel(type)}</span>
        <IconButton label={t`Edit ${title}`} tooltip={false} icon={<Pencil />} aria-expanded={isOpen} onClick={() => onChange({ isOpen: !isOpen })} />
      </div>
      {isOpen && (
        <div className={newExtractStyles['open']}>
          <ColumnFields {...props} />
          <span className={newExtractStyles['buttons']}>
            <IconButton label={t`Move ${title} up`} tooltip={false} icon={<ArrowUp />} disabled={number === 1} onClick={() => onMove(-1)} />
            <IconButton label={t`Move ${title} down`} tooltip={false} icon={<ArrowDown />} disabled={isLast} onClick={() => onMove(1)} />
            <IconButton label={t`Remove ${title}`} tooltip={false} icon={<Trash2 />} disabled={isOnly} onClick={onRemove} />
          </span>
        </div>
      )}
      {problem && (
        <p role="alert" className={newExtractStyles['problem']}>
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
function ColumnsEditor({ columns, showProblems, onChange }: ColumnsEditorProps) {
  const change = (key: number, changes: Partial<EditedColumn>) => onChange(columns.map((column) => (column.key === key ? { ...column, ...changes } : column)));
  const used = usedColumns(columns).length;
  const tickAll = (isUsed: boolean) => onChange(columns.map((column) => ({ ...column, isUsed })));
  return (
    <div className={newExtractStyles['columns']}>
      <div className={newExtractStyles['chosen']}>
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

function Questions({ corpusId, fieldsets, templates, onClose, onSaved }: { corpusId: string; fieldsets: readonly Fieldset[]; templates: readonly Template[]; onClose: () => void; onSaved: (fieldset: Fieldset) => void }) {
  const [draft, setDraft] = useState<Draft>(() => draftFrom(templates[0] ? `template:${templates[0].slug}` : '', fieldsets, templates));
  const [tried, setTried] = useState(false);
  const save = useSaveFieldset(corpusId);
  const used = usedColumns(draft.columns);
  const about = templates.find(({ slug }) => slug === draft.template)?.description;
  const submit = () => {
    setTried(true);
    const columns = draft.columns.map((column) => (column.isUsed && columnProblem(column) !== '' ? { ...column, isOpen: true } : column));
    setDraft({ ...draft, columns });
    if (columns.some((column) => column.isUsed && columnProblem(column) !== '')) return;
    const { id, name, template } = draft;
    save.mutate({ id, name: name.trim(), template, columns: used.map(draftOf) }, { onSuccess: onSaved });
  };
  return (
    <Form
      label={t`Questions`}
      onSubmit={submit}
      error={formError(save.error, FIELDS)}
      actions={
        <DialogActions>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={draft.name.trim() === '' || used.length === 0}>
            {t`Next: documents`}
          </Button>
        </DialogActions>
      }
    >
      <div className={newExtractStyles['top']}>
        <SourceSelect value={draft.from} fieldsets={fieldsets} templates={templates} onChange={(from) => setDraft(draftFrom(from, fieldsets, templates))} />
        <Field label={t`Name`} value={draft.name} required maxLength={100} error={fieldError(save.error, 'name')} onChange={({ target }) => setDraft({ ...draft, name: target.value })} />
      </div>
      {about && <HelpText>{about}</HelpText>}
      {draft.id && used.length < draft.columns.length && <HelpText>{t`Columns that are not ticked are removed from these questions. Earlier extractions keep theirs.`}</HelpText>}
      <ColumnsEditor columns={draft.columns} showProblems={tried} onChange={(columns) => setDraft({ ...draft, columns })} />
    </Form>
  );
}

/** Starts an extraction in two steps: the questions, then the documents with an estimate. */
function NewExtract({ corpusId, folders, onClose, onStarted }: NewExtractProps) {
  const fieldsets = useQuery(fieldsetsOptions(corpusId));
  const templates = useQuery(templatesOptions);
  const [fieldset, setFieldset] = useState<Fieldset>();
  return (
    <Dialog open wide onOpenChange={(open) => open || onClose()} title={fieldset ? t`Extract “${fieldset.name}”` : t`New extraction`}>
      <DialogBody>
        {fieldset && (
          <DialogStep key="documents">
            <StartExtract corpusId={corpusId} fieldset={fieldset} folders={folders} onBack={() => setFieldset(undefined)} onStarted={onStarted} />
          </DialogStep>
        )}
        {!fieldset && fieldsets.data && templates.data && (
          <DialogStep key="questions">
            <Questions corpusId={corpusId} fieldsets={fieldsets.data} templates={templates.data} onClose={onClose} onSaved={setFieldset} />
          </DialogStep>
        )}
        {!fieldset && !(fieldsets.data && templates.data) && <Skeleton height={200} />}
      </DialogBody>
    </Dialog>
  );
}

interface ExtractsPanelProps {
  corpusId: string;
  mayEdit: boolean;
  mayReview: boolean;
  mayAnnotate: boolean;
  /** the extract that is open */
  extract: string | undefined;
  filter: GridFilter;
  /** documents that are selected elsewhere, for a new extract */
  folders: readonly Folder[];
  onOpen: (extract: string | undefined) => void;
  onFilter: (filter: GridFilter) => void;
}

/** The extracts of a corpus: the list of runs, or the grid of one of them. */
export function ExtractsPanel({ corpusId, mayEdit, mayReview, mayAnnotate, extract, filter, folders, onOpen, onFilter }: ExtractsPanelProps) {
  const extracts = useQuery(extractsOptions(corpusId));
  const [creating, setCreating] = useState(false);
  if (extract) return <ExtractView key={extract} id={extract} {...{ mayEdit, mayReview, mayAnnotate, filter, onFilter }} onClose={() => onOpen(undefined)} onOpen={onOpen} />;
  if (extracts.isPending) return <SkeletonRows label={t`Loading the extractions`} />;
  if (isFailed(extracts)) return <ErrorNotice title={t`The extractions could not be loaded`} error={extracts.error} onRetry={() => void extracts.refetch()} />;
  const create = mayEdit && (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setCreating(true)}>
      {t`New extraction`}
    </Button>
  );
  return (
    <div className={styles['panel']} tabIndex={0} role="region" aria-label={t`Extractions`}>
      {extracts.data.length === 0 ? (
        <Notice icon={<Table2 />} title={t`No extractions yet`} action={create}>
          {t`Ask the same questions about every document, and get a table in which every value links to the text that supports it.`}
        </Notice>
      ) : (
        <>
          <header className={styles['head']}>
            <h2>{t`Extractions`}</h2>
            {create}
          </header>
          <ExtractList extracts={extracts.data} mayEdit={mayEdit} onOpen={onOpen} />
        </>
      )}
      {creating && (
        <NewExtract
          corpusId={corpusId}
          folders={folders}
          onClose={() => setCreating(false)}
          onStarted={(id) => {
            setCreating(false);
            onOpen(id);
          }}
        />
      )}
    </div>
  );
}
