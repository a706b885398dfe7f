import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useEffect, useState, type ChangeEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { replayGroup } from '@/features/edits/replay-edits';
import { copyText } from '@/lib/clipboard';
import { pollInterval } from '@/lib/connection';
import { ApiError, toApiError } from '@/lib/errors';
import { send, sendJson } from '@/lib/http';
import { errorMessage } from '@/lib/messages/errors';
import { showToast } from '@/lib/toasts';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import styles from './import-dialog.module.css';

// Imports of annotations from a file: send it, follow the job, read the report.

interface ImportProblem {
  line: number;
  code: string;
  message: string;
}

interface AnnotationImport {
  id: string;
  filename: string;
  state: 'waiting' | 'done' | 'failed';
  added: number;
  existing: number;
  relations: number;
  comments: number;
  refused: number;
  problems: ImportProblem[];
  job: string;
  error: { code: string; message: string } | null;
}

const POLL = 700;

const pathOf = (corpusId: string) => `/api/v1/corpuses/${corpusId}/annotation-imports`;

async function startImport(corpusId: string, file: File): Promise<AnnotationImport> {
  const body = new FormData();
  body.append('file', file);
  const response = await send(pathOf(corpusId), { method: 'POST', body });
  return (await response.json()) as AnnotationImport;
}

/** Send a file; its annotations are imported by a job. */
function useStartImport(corpusId: string) {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: (file: File) => startImport(corpusId, file),
    onSuccess: (started) => queryClient.setQueryData(['annotation-import', started.id], started),
    onError: ignoreError,
  });
}

const useCancelImport = () =>
  useInvalidatingMutation({ mutationFn: ({ job }: AnnotationImport) => sendJson(`/api/v1/jobs/${job}/cancel`, 'POST'), affected: [['annotation-import']] });

/** Undo what an import has added. */
function useUndoImport() {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    // its edits are a group that has its id
    mutationFn: ({ id }: AnnotationImport) => replayGroup(queryClient, 'undo', id),
  });
}

const importOptions = (corpusId: string, id: string | undefined) =>
  queryOptions({
    queryKey: ['annotation-import', id],
    queryFn: () => sendJson<AnnotationImport>(`${pathOf(corpusId)}/${id ?? ''}`, 'GET'),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => data?.state === 'waiting' && pollInterval(POLL),
  });

function Choice({ corpusId, onStart, onClose }: { corpusId: string; onStart: (id: string) => void; onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const start = useStartImport(corpusId);
  const submit = () => {
    if (file) start.mutate(file, { onSuccess: ({ id }) => onStart(id) });
  };
  const onSelect = ({ target }: ChangeEvent<HTMLInputElement>) => setFile(target.files?.[0]);
  return (
    <Form
      onSubmit={submit}
      error={start.isError ? toApiError(start.error).message : undefined}
      actions={
        <DialogActions>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" busy={start.isPending} disabled={!file}>
            {t`Import`}
          </Button>
        </DialogActions>
      }
    >
      <Labelled label={t`File`}>
        <input type="file" accept=".jsonl,.ndjson,.json,.jsonld" aria-label={t`File`} className={styles['file']} onChange={onSelect} />
      </Labelled>
      <HelpText>{t`JSON lines or Web Annotations, as they are exported. Annotations that are already there are skipped.`}</HelpText>
    </Form>
  );
}

interface Problem {
  line: number;
  code: string;
  message: string;
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The rows that were refused, as CSV. */
export const problemsAsCsv = (problems: readonly Problem[]): string =>
  ['line,code,reason', ...problems.map(({ line, code, message }) => `${line},${code},${cell(message)}`)].join('\r\n');

interface Counts {
  added: number;
  existing: number;
  relations: number;
  comments: number;
  refused: number;
}

/** Return whether an import has added something. */
const hasAdded = ({ added, relations, comments }: Counts): boolean => added + relations + comments > 0;

/** Return the result of an import in one sentence. */
export const importSummary = ({ added, existing, relations, comments, refused }: Counts): string =>
  [
    t`${plural(added, { one: '# annotation', other: '# annotations' })} added`,
    relations > 0 && t`${plural(relations, { one: '# relation', other: '# relations' })} added`,
    comments > 0 && t`${plural(comments, { one: '# comment', other: '# comments' })} added`,
    existing > 0 && t`${existing} already there`,
    refused > 0 && t`${refused} not placed`,
  ]
    .filter(Boolean)
    .join(', ');

function Running({ imported }: { imported: AnnotationImport }) {
  const cancel = useCancelImport();
  return (
    <>
      <p role="status">{t`${imported.filename} is being imported. ${importSummary(imported)}.`}</p>
      <progress className={styles['progress']} aria-label={t`Importing`} />
      <DialogActions>
        <Button busy={cancel.isPending} onClick={() => cancel.mutate(imported)}>
          {t`Stop`}
        </Button>
      </DialogActions>
    </>
  );
}

function Problems({ imported: { problems, refused } }: { imported: AnnotationImport }) {
  const csv = problemsAsCsv(problems);
  const copy = () => void copyText(csv).then(() => showToast({ text: t`The list is in the clipboard.` }));
  return (
    <>
      <div className={styles['scroller']} role="group" tabIndex={0} aria-label={t`Not placed`}>
        <table className={styles['problems']}>
          <thead>
            <tr>
              <th scope="col">{t`Line`}</th>
              <th scope="col">{t`Reason`}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ line, ...problem }) => (
              <tr key={line}>
                <td>{line}</td>
                <td>{errorMessage(problem)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {refused > problems.length && <HelpText>{t`The first ${problems.length} are listed. Correct the file and import it again.`}</HelpText>}
      <div className={styles['actions']}>
        <a className={styles['link']} href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`} download={t`not placed.csv`}>
          <Download aria-hidden="true" /> {t`Download as CSV`}
        </a>
        <Button icon={<Copy aria-hidden="true" />} onClick={copy}>
          {t`Copy`}
        </Button>
      </div>
    </>
  );
}

function Report({ imported, onClose }: { imported: AnnotationImport; onClose: () => void }) {
  const undo = useUndoImport();
  return (
    <>
      {imported.error && <ErrorNotice title={t`The import has stopped`} error={new ApiError(imported.error)} />}
      <p role="status">{undo.isSuccess ? t`The import was undone.` : `${importSummary(imported)}.`}</p>
      {imported.problems.length > 0 && <Problems imported={imported} />}
      <DialogActions>
        {hasAdded(imported) && !undo.isSuccess && (
          <Button busy={undo.isPending} onClick={() => undo.mutate(imported)}>
            {t`Undo`}
          </Button>
        )}
        <Button variant="primary" onClick={onClose}>
          {t`Close`}
        </Button>
      </DialogActions>
    </>
  );
}

/** Choose a file of annotations, wait for its import, and read the report. The import goes on if the dialog is closed. */
export function ImportDialog({ corpusId, onClose }: { corpusId: string; onClose: () => void }) {
  const [id, setId] = useState<string>();
  const report = useQuery(importOptions(corpusId, id));
  const queryClient = useQueryClient();
  const state = report.data?.state;
  useEffect(() => {
    if (state === undefined || state === 'waiting') return;
    for (const key of ['annotations', 'corpus-labels']) void queryClient.invalidateQueries({ queryKey: [key] });
  }, [state, queryClient]);
  const imported = report.data;
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Import annotations`} wide={imported !== undefined && imported.problems.length > 0}>
      <DialogBody>
        {id === undefined && <Choice corpusId={corpusId} onStart={setId} onClose={onClose} />}
        {report.isError && <ErrorNotice title={t`The report could not be loaded`} error={report.error} onRetry={() => void report.refetch()} />}
        {imported?.state === 'waiting' && <Running imported={imported} />}
        {imported && imported.state !== 'waiting' && <Report imported={imported} onClose={onClose} />}
      </DialogBody>
    </Dialog>
  );
}
