import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { linter, lintKeymap } from '@codemirror/lint';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { graphql, updateSchema } from 'cm6-graphql';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { History, Play, Square } from 'lucide-react';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';

import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { send, sendJson } from '@/lib/http';

import { EXAMPLE, forgetOperations, parseVariables, recentOperations, rememberOperation, titleOf, type Operation } from '../model/operation';
import styles from './explorer.module.css';
import { SchemaDocs } from './schema-docs';

interface EditorHandle {
  view: () => EditorView | undefined;
}

interface EditorProps {
  label: string;
  text: string;
  /** Changing it replaces the text. Otherwise the editor keeps its own. */
  version?: number;
  extensions: Extension;
  readOnly?: boolean;
  onChange?: (text: string) => void;
  /** called when Ctrl+Enter is pressed */
  onRun?: () => void;
  ref?: Ref<EditorHandle>;
}

const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword], color: 'var(--accent-text)', fontWeight: '600' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.string, tags.number, tags.bool, tags.null], color: 'var(--success)' },
  { tag: [tags.typeName, tags.variableName, tags.attributeName], color: 'var(--info)' },
  { tag: tags.propertyName, color: 'var(--ink-strong)' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--raised)', fontSize: 'var(--text-13)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', lineHeight: '1.5' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--panel)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink-strong)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selection) !important' },
  '.cm-tooltip': { color: 'var(--ink)', backgroundColor: 'var(--raised)', border: '1px solid var(--line)', borderRadius: 'var(--radius)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--on-accent)', backgroundColor: 'var(--accent)' },
  // Its own underlines are images, which the Content-Security-Policy does not allow.
  '.cm-lintRange': { backgroundImage: 'none !important', textDecoration: 'underline wavy var(--warning)' },
  '.cm-lintRange-error': { textDecorationColor: 'var(--danger)' },
  '.cm-completionInfo': { maxWidth: '24rem' },
});

const COMMON: Extension = [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  highlightActiveLine(),
  syntaxHighlighting(COLORS),
  THEME,
  // Tab is not bound, so that the keyboard leaves the editor.
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
];

function runKey(onRun: (() => void) | undefined): boolean {
  onRun?.();
  return onRun !== undefined;
}

const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** texts of the editor's own controls */
const PHRASES = { 'Fold line': t`Fold line`, 'Unfold line': t`Unfold line` };

/** A text editor with syntax highlighting. The extensions are read once. */
function Editor({ label, text, version = 0, extensions, readOnly = false, onChange, onRun, ref }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ onChange, onRun });
  useEffect(() => {
    latest.current = { onChange, onRun };
  });
  useImperativeHandle(ref, () => ({ view: () => view.current }), []);
  const first = useRef({ text, extensions, label, readOnly });
  useEffect(() => {
    if (!host.current) return;
    const { text: doc, extensions: own, label: name, readOnly: isFixed } = first.current;
    const editor = new EditorView({
      doc,
      parent: host.current,
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => runKey(latest.current.onRun) }])),
        own,
        COMMON,
        EditorView.cspNonce.of(nonce()),
        EditorView.contentAttributes.of({ 'aria-label': name }),
        EditorState.readOnly.of(isFixed),
        EditorState.phrases.of(PHRASES),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current.onChange?.(update.state.doc.toString());
        }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== text) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the text of a version; what is typed stays
  }, [version]);
  return <div ref={host} style={{ height: '100%', minHeight: 0 }} />;
}

interface OperationResult {
  /** the body of the response, as text that is easy to read */
  text: string;
  isError: boolean;
  /** milliseconds until the response was there */
  duration: number;
}

const readable = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Send an operation with the session of this browser. Errors of GraphQL are results, too; others are thrown. */
async function runOperation({ query, variables }: Operation, signal: AbortSignal): Promise<OperationResult> {
  const body = JSON.stringify({ query, variables: parseVariables(variables) });
  const began = performance.now();
  const response = await send('/graphql/', { method: 'POST', body, signal, headers: { 'Content-Type': 'application/json' } }, [400]);
  const text = await response.text();
  const isError = !response.ok || 'errors' in (JSON.parse(text) as object);
  return { text: readable(text), isError, duration: performance.now() - began };
}

/** The schema of this installation, unless it forbids introspection. */
const schemaOptions = queryOptions({
  queryKey: ['graphql-schema'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => {
    const { data } = await sendJson<{ data?: IntrospectionQuery }>('/graphql/', 'POST', { query: getIntrospectionQuery() }, { signal });
    if (!data) throw new Error('The schema is not available.');
    return buildClientSchema(data);
  },
});

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
