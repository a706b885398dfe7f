// Imports of annotations from a file: send it, follow the job, read the report.
import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { replayGroup } from '@/features/edits/replay-edits';
import { pollInterval } from '@/lib/connection';
import { send, sendJson } from '@/lib/http';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

export interface ImportProblem {
  line: number;
  code: string;
  message: string;
}

export interface AnnotationImport {
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

async function start(corpusId: string, file: File): Promise<AnnotationImport> {
  const body = new FormData();
  body.append('file', file);
  const response = await send(pathOf(corpusId), { method: 'POST', body });
  return (await response.json()) as AnnotationImport;
}

/** Send a file; its annotations are imported by a job. */
export function useStartImport(corpusId: string) {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: (file: File) => start(corpusId, file),
    affected: [],
    onSuccess: (started) => queryClient.setQueryData(['annotation-import', started.id], started),
    onError: ignoreError,
  });
}

export const useCancelImport = () =>
  useInvalidatingMutation({ mutationFn: ({ job }: AnnotationImport) => sendJson(`/api/v1/jobs/${job}/cancel`, 'POST'), affected: [['annotation-import']] });

/** Undo what an import has added. */
export function useUndoImport() {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    // its edits are a group that has its id
    mutationFn: ({ id }: AnnotationImport) => replayGroup(queryClient, 'undo', id),
    affected: [],
  });
}

export const importOptions = (corpusId: string, id: string | undefined) =>
  queryOptions({
    queryKey: ['annotation-import', id],
    queryFn: () => sendJson<AnnotationImport>(`${pathOf(corpusId)}/${id ?? ''}`, 'GET'),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => data?.state === 'waiting' && pollInterval(POLL),
  });
