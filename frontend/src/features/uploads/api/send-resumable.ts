// Large files and archives are uploaded in parts with the tus protocol, which resumes after interruptions and reloads.
import { DetailedError, Upload as TusUpload, type HttpResponse } from 'tus-js-client';

import { ApiError, errorFromBody, networkError, toApiError } from '@/lib/errors';
import { csrfToken, sendJson } from '@/lib/http';
import { cancelledError } from '@/lib/post-form';

import type { Upload, UploadResult } from '../model/upload';
import type { SendOptions } from '../model/upload-queue';

const ENDPOINT = '/api/v1/uploads';
/** The largest chunk that the server accepts. It stores complete chunks only, so one request for a whole file could not resume. */
const CHUNK_BYTES = 8 * 1024 * 1024;
const RETRY_DELAYS_MS = [0, 500, 1_500, 3_000];
const PERMANENT = new Set([400, 401, 403, 404, 409, 410, 412, 413, 415, 460]);

interface FinalResponse {
  documentId: string | undefined;
  archiveId: string | undefined;
  errorCode: string | undefined;
}

interface UploadStatus {
  error: { code: string; message: string; details: Record<string, unknown> } | null;
}

const parseResponse = (response: HttpResponse): FinalResponse => ({
  documentId: response.getHeader('X-Document-Id') ?? undefined,
  archiveId: response.getHeader('X-Archive-Id') ?? undefined,
  errorCode: response.getHeader('X-Upload-Error') ?? undefined,
});

function metadata({ name, sha256, kind, target }: Upload): Record<string, string> {
  const all = { filename: name, sha256, kind, corpus: target.corpus, folder: target.folder, path: target.path };
  return Object.fromEntries(Object.entries(all).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}

function toUploadError(error: Error): ApiError {
  if (!(error instanceof DetailedError)) return toApiError(error);
  const response = error.originalResponse;
  if (!response) return networkError();
  return errorFromBody(response.getBody(), response.getStatus());
}

function transfer(upload: Upload, file: File, { signal, onProgress, onSession }: SendOptions): Promise<{ final: FinalResponse; url: string }> {
  return new Promise((resolve, reject) => {
    let final: FinalResponse = { documentId: undefined, archiveId: undefined, errorCode: undefined };
    const tusUpload = new TusUpload(file, {
      endpoint: ENDPOINT,
      ...(upload.session && { uploadUrl: upload.session }),
      metadata: metadata(upload),
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      onShouldRetry: ({ originalResponse }) => !PERMANENT.has(originalResponse?.getStatus() ?? 0),
      onBeforeRequest: (request) => {
        request.setHeader('X-CSRFToken', csrfToken());
        // A new session that replaces an expired one needs a new key.
        if (request.getMethod() === 'POST') request.setHeader('Idempotency-Key', upload.session ? crypto.randomUUID() : upload.id);
      },
      onAfterResponse: (_, response) => {
        final = parseResponse(response);
      },
      onUploadUrlAvailable: () => onSession(tusUpload.url ?? ''),
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onError: (error) => reject(toUploadError(error)),
      onSuccess: () => resolve({ final, url: tusUpload.url ?? '' }),
    });
    const stop = () => {
      void tusUpload.abort();
      reject(cancelledError());
    };
    signal.addEventListener('abort', stop, { once: true });
    tusUpload.start();
  });
}

async function fetchError(url: string, code: string): Promise<ApiError> {
  const { error } = await sendJson<UploadStatus>(url, 'GET');
  return new ApiError({ ...error?.details, code: error?.code ?? code, message: error?.message ?? '' });
}

export async function sendResumable(upload: Upload, file: File, options: SendOptions): Promise<UploadResult> {
  const { final, url } = await transfer(upload, file, options);
  if (final.errorCode) throw await fetchError(url, final.errorCode);
  return { ...(final.documentId && { documentId: final.documentId }), ...(final.archiveId && { archiveId: final.archiveId }) };
}
