// Large files and archives: in parts, by the tus protocol, so that a cut line or a reload costs little.
import { DetailedError, Upload as TusUpload, type HttpResponse } from 'tus-js-client';

import { ApiError, errorFromBody, networkError, toApiError } from '@/lib/errors';
import { csrfToken, sendJson } from '@/lib/http';

import type { Arrival, Upload } from '../model/upload';
import type { SendOptions } from '../model/upload-queue';
import { cancelled } from './send-form';

const ENDPOINT = '/api/v1/uploads/';
const RETRY_DELAYS_MS = [0, 500, 1_500, 3_000];
const PERMANENT = new Set([400, 401, 403, 404, 409, 410, 412, 413, 415, 460]);

interface Ended {
  documentId: string | undefined;
  archiveId: string | undefined;
  refused: string | undefined;
}

interface Answer {
  error: { code: string; message: string; details: Record<string, unknown> } | null;
}

const endOf = (response: HttpResponse): Ended => ({
  documentId: response.getHeader('X-Document-Id') ?? undefined,
  archiveId: response.getHeader('X-Archive-Id') ?? undefined,
  refused: response.getHeader('X-Upload-Error') ?? undefined,
});

function metadata({ name, sha256, kind, place }: Upload): Record<string, string> {
  const all = { filename: name, sha256, kind, corpus: place.corpus, folder: place.folder, path: place.path };
  return Object.fromEntries(Object.entries(all).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}

function problemOf(error: Error): ApiError {
  if (!(error instanceof DetailedError)) return toApiError(error);
  const response = error.originalResponse;
  if (!response) return networkError();
  return errorFromBody(response.getBody(), response.getStatus());
}

function transfer(upload: Upload, file: File, { signal, onProgress, onSession }: SendOptions): Promise<{ end: Ended; address: string }> {
  return new Promise((resolve, reject) => {
    let end: Ended = { documentId: undefined, archiveId: undefined, refused: undefined };
    const sending = new TusUpload(file, {
      endpoint: ENDPOINT,
      ...(upload.session && { uploadUrl: upload.session }),
      metadata: metadata(upload),
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      onShouldRetry: ({ originalResponse }) => !PERMANENT.has(originalResponse?.getStatus() ?? 0),
      onBeforeRequest: (request) => {
        request.setHeader('X-CSRFToken', csrfToken());
        // A session that is gone is begun again under another name.
        if (request.getMethod() === 'POST') request.setHeader('Idempotency-Key', upload.session ? crypto.randomUUID() : upload.id);
      },
      onAfterResponse: (_, response) => {
        end = endOf(response);
      },
      onUploadUrlAvailable: () => onSession(sending.url ?? ''),
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onError: (error) => reject(problemOf(error)),
      onSuccess: () => resolve({ end, address: sending.url ?? '' }),
    });
    const stop = () => {
      void sending.abort();
      reject(cancelled());
    };
    signal.addEventListener('abort', stop, { once: true });
    sending.start();
  });
}

async function refusal(address: string, code: string): Promise<ApiError> {
  const { error } = await sendJson<Answer>(address, 'GET');
  return new ApiError({ ...error?.details, code: error?.code ?? code, message: error?.message ?? 'The file could not be taken.' });
}

export async function sendResumable(upload: Upload, file: File, options: SendOptions): Promise<Arrival> {
  const { end, address } = await transfer(upload, file, options);
  if (end.refused) throw await refusal(address, end.refused);
  return { ...(end.documentId && { documentId: end.documentId }), ...(end.archiveId && { archiveId: end.archiveId }) };
}
