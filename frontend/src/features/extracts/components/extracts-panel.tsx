import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus, Table2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody, DialogStep } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Field } from '@/components/ui/field';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import { isFailed } from '@/lib/failed-query';
import { fieldError, formError } from '@/lib/form-errors';

import { extractsOptions } from '../api/extracts';
import { fieldsetsOptions, templatesOptions, useSaveFieldset, type Fieldset, type Template } from '../api/fieldsets';
import { columnProblem, draftOf, edited, freeName, newColumn, usedColumns, type EditedColumn } from '../model/columns';
import type { GridFilter } from '../model/filter';
import type { Folder } from '../model/folder';
import { ColumnsEditor } from './columns-editor';
import { ExtractList } from './extract-list';
import { ExtractView } from './extract-view';
import styles from './extracts-panel.module.css';
import newExtractStyles from './new-extract.module.css';
import { StartExtract } from './start-extract';

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
          <ExtractList corpusId={corpusId} extracts={extracts.data} mayEdit={mayEdit} onOpen={onOpen} />
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
