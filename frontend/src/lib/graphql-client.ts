// The GraphQL client: one POST, typed by the document. TanStack Query does the caching.
import type { TadaDocumentNode } from '@/graphql/graphql';
import { sourceOf, type Tagged } from '@/graphql/tag';

import { ApiError, loadErrorTexts, type ErrorBody } from './errors';
import { sendJson } from './http';

interface GraphQLFailure {
  message: string;
  extensions?: { code?: string; request_id?: string };
}

interface GraphQLBody<T> {
  data?: T | null;
  errors?: GraphQLFailure[];
}

function toError({ message, extensions }: GraphQLFailure): ApiError {
  const code = extensions?.code;
  // A message without a code is not meant for users.
  const body: ErrorBody = { code: code ?? 'unexpected', message: code ? message : '' };
  if (extensions?.request_id) body.request_id = extensions.request_id;
  return new ApiError(body);
}

/** Throw the error of a response, when its text is there. */
async function fail(failure: GraphQLFailure | ErrorBody): Promise<never> {
  await loadErrorTexts();
  throw 'code' in failure ? new ApiError(failure) : toError(failure);
}

async function post<Result, Variables>(document: TadaDocumentNode<Result, Variables>, variables: unknown, signal?: AbortSignal): Promise<Result> {
  const query = sourceOf(document as unknown as Tagged);
  const body = await sendJson<GraphQLBody<Result>>('/graphql/', 'POST', { query, variables }, { keepalive: query.startsWith('mutation'), signal });
  const [failure] = body.errors ?? [];
  if (failure) return fail(failure);
  return body.data ?? fail({ message: '' });
}

export const request = <Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  ...[variables]: Variables extends Record<string, never> ? [] : [Variables]
): Promise<Result> => post(document, variables);

/** Send a query that is cancelled when its result is no longer needed. */
export const requestUntil = <Result, Variables>(signal: AbortSignal, document: TadaDocumentNode<Result, Variables>, variables: Variables): Promise<Result> =>
  post(document, variables, signal);

interface Payload {
  errors: readonly { code: string; message: string; field?: string | null }[];
}

type InputOf<Variables> = Variables extends { input: infer Input } ? Input : never;

/** Run a mutation that has one root field, and return its payload. Its first error is thrown, so that callers handle all failures alike. */
export async function mutate<Result extends object, Variables>(document: TadaDocumentNode<Result, Variables>, input: InputOf<Variables>) {
  const [payload] = Object.values(await post(document, { input })) as (Payload | null)[];
  const [error] = payload?.errors ?? [];
  if (error) return fail({ code: error.code, message: error.message, ...(error.field && { field: error.field }) });
  if (!payload) return fail({ message: '' });
  return payload as unknown as NonNullable<Result[keyof Result]>;
}
