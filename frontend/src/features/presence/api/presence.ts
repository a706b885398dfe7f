import { queryOptions } from '@tanstack/react-query';

import type { Span } from '@/features/annotations/model/annotation';
import type { PageBox } from '@/features/annotations/model/box';
import { sendJson } from '@/lib/http';
import type { UserName } from '@/lib/users';
import { uuidv7 } from '@/lib/uuid';

export interface Report {
  page: number;
  selection: readonly Span[];
  /** a box that is drawn, moved or resized, instead of words */
  box: PageBox | null;
}

export interface PresentUser extends Report {
  user: UserName & { id: string };
}

/** The server forgets users who have not reported for 30 s. An event says that a report of another user changed. */
const ALONE_MS = 25_000;
const WITH_OTHERS_MS = 10_000;

const pathOf = (documentId: string) => `/api/v1/documents/${documentId}/presence`;

/** Windows of a user do not replace each other's reports. */
const windowId = uuidv7();

/** Report what the user sees and selects, again and again; the result are the other users who have the document open. Hidden tabs do not report. */
export const presenceOptions = (documentId: string, report: () => Report) =>
  queryOptions({
    queryKey: ['presence', documentId],
    queryFn: async () => (await sendJson<{ users: PresentUser[] }>(pathOf(documentId), 'PUT', { ...report(), window: windowId })).users,
    enabled: () => !document.hidden,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.length ? WITH_OTHERS_MS : ALONE_MS),
  });

/** Report that the document was closed, also while the page is closed. */
export function sendLastReport(documentId: string, report: Report): void {
  sendJson(pathOf(documentId), 'PUT', { ...report, window: windowId, closed: true }, { keepalive: true }).catch(() => undefined); // the server forgets it soon
}
