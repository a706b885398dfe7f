import { send } from '@/lib/http';

import { parseVariables, type Operation } from '../model/operation';

export interface OperationResult {
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
export async function runOperation({ query, variables }: Operation, signal: AbortSignal): Promise<OperationResult> {
  const body = JSON.stringify({ query, variables: parseVariables(variables) });
  const began = performance.now();
  const response = await send('/graphql/', { method: 'POST', body, signal, headers: { 'Content-Type': 'application/json' } }, [400]);
  const text = await response.text();
  const isError = !response.ok || 'errors' in (JSON.parse(text) as object);
  return { text: readable(text), isError, duration: performance.now() - began };
}
