import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { DialogActions } from '@/components/ui/dialog';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { toApiError } from '@/lib/errors';
import { formError } from '@/lib/form-errors';
import { formatNumber } from '@/lib/format';
import { allRestPages } from '@/lib/rest-pages';
import { formatSeconds } from '@/lib/time';

import { enginesOptions, estimateOptions, useStartExtract, type Budget, type Engine, type Estimate, type ExtractRequest } from '../api/extracts';
import type { Fieldset } from '../api/fieldsets';
import { BudgetFields } from './budget-fields';
import styles from './new-extract.module.css';

interface DocumentTitle {
  id: string;
  title: string;
}

/** The documents of a corpus, of a folder in it, or with these words in the title. */
const documentsOptions = (corpusId: string, filter: { folder?: string; search?: string }) => {
  const parameters = new URLSearchParams({ page_size: '200', order_by: 'title', ...(filter.folder && { folder: filter.folder }), ...(filter.search && { search: filter.search }) });
  return queryOptions({
    queryKey: ['extract-documents', corpusId, parameters.toString()],
    queryFn: () => allRestPages<DocumentTitle>(`/api/v1/corpuses/${corpusId}/documents?${parameters}`),
  });
};

/** A folder of the corpus, to extract from the documents in it. */
export interface Folder {
  id: string;
  path: string;
}

interface StartExtractProps {
  corpusId: string;
  fieldset: Fieldset;
  folders: readonly Folder[];
  onBack: () => void;
  onStarted: (id: string) => void;
}

type Scope = 'all' | 'folder' | 'chosen';

/** Return what the run will take, in words. */
function estimateText({ documents, cells, tokens, cost, seconds }: Estimate): string {
  return [
    `${plural(documents, { one: '# document', other: '# documents' })}, ${plural(cells, { one: '# value', other: '# values' })}`,
    t`about ${formatSeconds(seconds)}`,
    tokens > 0 ? t`about ${formatNumber(tokens)} tokens` : t`no cost`,
    cost > 0 && t`about ${cost.toFixed(2)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Chooser({ corpusId, chosen, onChange }: { corpusId: string; chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void }) {
  const [search, setSearch] = useState('');
  const documents = useQuery(documentsOptions(corpusId, { search }));
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <div className={styles['chooser']}>
      <SearchField label={t`Search documents`} value={search} onChange={setSearch} />
      <ul aria-label={t`Documents`}>
        {documents.data?.map(({ id, title }) => (
          <li key={id}>
            <Checkbox label={title} checked={chosen.has(id)} onChange={(on) => toggle(id, on)} />
            <span aria-hidden="true">{title}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function EngineSelect({ engines, value, onChange }: { engines: readonly Engine[]; value: string; onChange: (name: string) => void }) {
  const chosen = engines.find(({ name }) => name === value);
  return (
    <Labelled label={t`Read by`}>
      <Select label={t`Read by`} value={value} onChange={({ target }) => onChange(target.value)}>
        {engines.map(({ name, title, is_available }) => (
          <option key={name} value={name} disabled={!is_available}>
            {is_available ? title : t`${title} (no language model is configured)`}
          </option>
        ))}
      </Select>
      {chosen && <HelpText>{chosen.uses_model ? t`Sends passages to the language model, which costs tokens.` : t`Works on this server; nothing leaves it.`}</HelpText>}
    </Labelled>
  );
}

/** The documents that the user has chosen: all, those of a folder, or single ones. */
function useDocumentChoice(corpusId: string, folders: readonly Folder[]) {
  const [scope, setScope] = useState<Scope>('all');
  const [folder, setFolder] = useState(folders[0]?.id ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const inFolder = useQuery({ ...documentsOptions(corpusId, { folder }), enabled: scope === 'folder' && folder !== '' });
  const documents = { all: undefined, folder: inFolder.data?.map(({ id }) => id) ?? [], chosen: [...chosen] }[scope];
  return { scope, setScope, folder, setFolder, chosen, setChosen, documents, isEmpty: documents?.length === 0 };
}

type DocumentChoice = ReturnType<typeof useDocumentChoice>;

function DocumentFields({ corpusId, folders, choice }: { corpusId: string; folders: readonly Folder[]; choice: DocumentChoice }) {
  const { scope, setScope, folder, setFolder, chosen, setChosen } = choice;
  return (
    <>
      <Labelled label={t`Documents`}>
        <Select label={t`Documents`} value={scope} onChange={({ target }) => setScope(target.value as Scope)}>
          <option value="all">{t`All documents of the corpus`}</option>
          {folders.length > 0 && <option value="folder">{t`A folder`}</option>}
          <option value="chosen">{t`Documents that I choose`}</option>
        </Select>
      </Labelled>
      {scope === 'folder' && (
        <Labelled label={t`Folder`}>
          <Select label={t`Folder`} value={folder} onChange={({ target }) => setFolder(target.value)}>
            {folders.map(({ id, path }) => (
              <option key={id} value={id}>
                {path}
              </option>
            ))}
          </Select>
        </Labelled>
      )}
      {scope === 'chosen' && <Chooser corpusId={corpusId} chosen={chosen} onChange={setChosen} />}
    </>
  );
}

function EstimateLine({ isEmpty, estimate }: { isEmpty: boolean; estimate: UseQueryResult<Estimate> }) {
  const text = () => {
    if (isEmpty) return t`Choose at least one document.`;
    if (estimate.isError) return toApiError(estimate.error).message;
    return estimate.data ? estimateText(estimate.data) : t`Estimating…`;
  };
  return (
    <p role="status" className={styles['estimate']}>
      {text()}
    </p>
  );
}

/** The engine that the user has chosen, or the default one. */
function useEngineChoice() {
  const { data } = useQuery(enginesOptions);
  const [picked, pick] = useState('');
  const usable = data?.filter(({ is_available }) => is_available) ?? [];
  const suggested = usable.find(({ is_default }) => is_default) ?? usable[0];
  return { engines: data ?? [], engine: picked || (suggested?.name ?? ''), pick, isNone: data !== undefined && usable.length === 0 };
}

/** The second step: the documents and the engine, with an estimate. */
export function StartExtract({ corpusId, fieldset, folders, onBack, onStarted }: StartExtractProps) {
  const choice = useDocumentChoice(corpusId, folders);
  const { engines, engine, pick, isNone } = useEngineChoice();
  const { documents, isEmpty } = choice;
  const request: ExtractRequest = { fieldset: fieldset.id, engine, ...(documents && { documents }) };
  const estimate = useQuery({ ...estimateOptions(corpusId, request), enabled: engine !== '' && !isEmpty });
  const number = isEmpty || !estimate.data ? 0 : estimate.data.documents;
  const [budget, setBudget] = useState<Budget>({});
  const usesModel = engines.find(({ name }) => name === engine)?.uses_model ?? false;
  const start = useStartExtract(corpusId);
  const submit = () => start.mutate({ ...request, ...(usesModel && budget), name: fieldset.name }, { onSuccess: ({ id }) => onStarted(id) });
  return (
    <Form
      label={t`Documents`}
      onSubmit={submit}
      error={formError(start.error, ['budget_tokens', 'budget_cost'])}
      actions={
        <DialogActions>
          <Button onClick={onBack}>{t`Back`}</Button>
          <Button type="submit" variant="primary" busy={start.isPending} disabled={number === 0}>
            {number > 0 ? t`Run on ${plural(number, { one: '# document', other: '# documents' })}` : t`Run`}
          </Button>
        </DialogActions>
      }
    >
      <DocumentFields corpusId={corpusId} folders={folders} choice={choice} />
      <EngineSelect engines={engines} value={engine} onChange={pick} />
      {usesModel && (
        <div className={styles['top']}>
          <BudgetFields budget={budget} error={start.error} onChange={setBudget} />
        </div>
      )}
      {isNone ? <p role="status">{t`No engine is available. Ask an operator to configure a language model.`}</p> : <EstimateLine isEmpty={isEmpty} estimate={estimate} />}
    </Form>
  );
}
