// The whole GraphQL client: one POST, typed by the document. Caching is TanStack Query's work.
import type { TadaDocumentNode } from '@/graphql/graphql';
import { sourceOf, type Tagged } from '@/graphql/tag';

import { ApiError, type ErrorBody } from './errors';
import { sendJson } from './http';

interface GraphQLFailure {
  message: string;
  extensions?: { code?: string; request_id?: string };
}

interface GraphQLBody<T> {
  data?: T | null;
  errors?: GraphQLFailure[];
}

const UNEXPECTED = 'Something went wrong on our side. Try again in a moment.';

function toError({ message, extensions }: GraphQLFailure): ApiError {
  const code = extensions?.code;
  // Without a code the message was written for a machine; people get a sentence instead.
  const body: ErrorBody = { code: code ?? 'unexpected', message: code ? message : UNEXPECTED };
  if (extensions?.request_id) body.request_id = extensions.request_id;
  return new ApiError(body);
}

export async function request<Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  ...[variables]: Variables extends Record<string, never> ? [] : [Variables]
): Promise<Result> {
  const query = sourceOf(document as unknown as Tagged);
  const body = await sendJson<GraphQLBody<Result>>('/graphql/', 'POST', { query, variables }, query.startsWith('mutation'));
  const [failure] = body.errors ?? [];
  if (failure) throw toError(failure);
  if (!body.data) throw toError({ message: '' });
  return body.data;
}

interface Payload {
  errors: readonly { code: string; message: string; field?: string | null }[];
}

/** A mutation's own errors become thrown ones, so that a caller has a single path for failure. */
export function unwrap<P extends Payload>(payload: P | null | undefined): P {
  const [error] = payload?.errors ?? [];
  if (error) throw new ApiError({ code: error.code, message: error.message, ...(error.field && { field: error.field }) });
  if (!payload) throw toError({ message: '' });
  return payload;
}
