import { json, jsonParseLinter } from '@codemirror/lang-json';
import { linter } from '@codemirror/lint';
import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { graphql, updateSchema } from 'cm6-graphql';
import { History, Play, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';

import { runOperation } from '../api/run-operation';
import { schemaOptions } from '../api/schema';
import { EXAMPLE, forgetOperations, recentOperations, rememberOperation, titleOf, type Operation } from '../model/operation';
import { Editor, type EditorHandle } from './editor';
import styles from './explorer.module.css';
import { SchemaDocs } from './schema-docs';

const isWritten = (text: string) => text.trim() !== '';

const lintJson = jsonParseLinter();
const QUERY = graphql();
const VARIABLES = [json(), linter((view) => (isWritten(view.state.doc.toString()) ? lintJson(view) : []))];
const RESULT = json();

/** Runs one operation at a time; another click cancels it. */
function useRun() {
  const running = useRef<AbortController>(undefined);
  const run = useMutation({
    mutationFn: (operation: Operation) => {
      running.current = new AbortController();
      return runOperation(operation, running.current.signal);
    },
    onMutate: (operation) => rememberOperation(operation),
  });
  return { ...run, cancel: () => running.current?.abort() };
}

type Run = ReturnType<typeof useRun>;

function summary({ isPending, data, error }: Run): string {
  if (isPending) return t`Running`;
  if (error) return error.name === 'AbortError' ? t`Cancelled.` : t`Not run: ${error.message}`;
  if (!data) return t`No result yet`;
  const duration = Math.round(data.duration);
  return data.isError ? t`Errors after ${duration} ms` : t`Result after ${duration} ms`;
}

function HistoryMenu({ onChoose }: { onChoose: (operation: Operation) => void }) {
  const [operations, setOperations] = useState(recentOperations);
  return (
    <Menu trigger={<Button icon={<History />}>{t`History`}</Button>} onWanted={() => setOperations(recentOperations())}>
      {operations.length === 0 && (
        <MenuItem disabled onSelect={() => undefined}>
          {t`No operations yet`}
        </MenuItem>
      )}
      {operations.map((operation) => (
        <MenuItem key={operation.query + operation.variables} onSelect={() => onChoose(operation)}>
          <span>
            {titleOf(operation)} <span className="muted">{operation.query.replaceAll(/\s+/g, ' ').slice(0, 60)}</span>
          </span>
        </MenuItem>
      ))}
      {operations.length > 0 && (
        <MenuItem
          danger
          onSelect={() => {
            forgetOperations();
            setOperations([]);
          }}
        >
          {t`Clear the history`}
        </MenuItem>
      )}
    </Menu>
  );
}

/** Returns the operation that is being written, and a function that replaces it. */
function useDraft() {
  const [{ version, ...operation }, setDraft] = useState(() => ({ ...(recentOperations()[0] ?? EXAMPLE), version: 0 }));
  return {
    operation,
    version,
    edit: (change: Partial<Operation>) => setDraft((draft) => ({ ...draft, ...change })),
    replace: (next: Operation) => setDraft((draft) => ({ ...next, version: draft.version + 1 })),
  };
}

/** An editor for operations with the schema's suggestions, its documentation, and the result of the last run. */
export function Explorer() {
  const { operation, version, edit, replace } = useDraft();
  const run = useRun();
  const schema = useQuery(schemaOptions);
  const query = useRef<EditorHandle>(null);
  const start = () => {
    if (isWritten(operation.query) && !run.isPending) run.mutate(operation);
  };
  useEffect(() => {
    const view = query.current?.view();
    if (view && schema.data) updateSchema(view, schema.data);
  }, [schema.data]);
  return (
    <div className={styles['explorer']}>
      <div className={styles['bar']}>
        {run.isPending ? (
          <Button icon={<Square />} onClick={run.cancel}>
            {t`Cancel`}
          </Button>
        ) : (
          <Button variant="primary" icon={<Play />} title={t`Ctrl+Enter`} disabled={!isWritten(operation.query)} onClick={start}>
            {t`Run`}
          </Button>
        )}
        <HistoryMenu onChoose={replace} />
        <span role="status" className="muted">
          {summary(run)}
        </span>
      </div>
      <div className={styles['query']}>
        <h2>{t`Operation`}</h2>
        <Editor ref={query} label={t`Operation`} text={operation.query} version={version} extensions={QUERY} onRun={start} onChange={(text) => edit({ query: text })} />
      </div>
      <div className={styles['variables']}>
        <h2>{t`Variables`}</h2>
        <Editor label={t`Variables, as JSON`} text={operation.variables} version={version} extensions={VARIABLES} onRun={start} onChange={(text) => edit({ variables: text })} />
      </div>
      <div className={styles['result']}>
        <h2>{t`Result`}</h2>
        <Editor label={t`Result`} readOnly text={run.data?.text ?? ''} version={run.submittedAt + Number(run.isSuccess)} extensions={RESULT} />
      </div>
      {schema.data && <SchemaDocs schema={schema.data} />}
      {schema.isError && <p className="muted">{t`The schema could not be loaded, so there are no suggestions: ${schema.error.message}`}</p>}
    </div>
  );
}
