// Chooses the way: one request for what is small, in parts for what is large and for archives.
import { toApiError } from '@/lib/errors';
import { send } from '@/lib/http';

import { unreadable } from '../model/precheck';
import type { SendUpload } from '../model/upload-queue';
import { archiveHome } from './archives';
import { sendForm } from './send-form';

const SMALL = 8_000_000;

/** The line is not to blame when the file itself was moved or changed. */
async function isReadable(file: File): Promise<boolean> {
  return file.slice(0, 1).arrayBuffer().then(
    () => true,
    () => false,
  );
}

export const sendFile: SendUpload = async (upload, options) => {
  const { file } = upload;
  if (!file) throw unreadable();
  try {
    if (upload.kind === 'document' && upload.size <= SMALL) return { documentId: await sendForm(upload, file, options) };
    const { sendResumable } = await import('./send-resumable');
    const arrival = await sendResumable(upload, file, options);
    return arrival.archiveId && !upload.place.corpus ? { ...arrival, corpus: await archiveHome() } : arrival;
  } catch (error) {
    if (toApiError(error).code === 'network' && !(await isReadable(file))) throw unreadable();
    throw error;
  }
};

/** Parts that nobody will complete need not be kept by the server. */
export function withdraw(session: string): void {
  void send(session, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(() => undefined);
}
