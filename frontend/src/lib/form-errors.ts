// An error of a form is shown beside its field, or once for the whole form.
import { toApiError } from './errors';

export function fieldError(error: unknown, field: string): string | undefined {
  if (!error) return undefined;
  const { data, message } = toApiError(error);
  return data['field'] === field ? message : undefined;
}

/** Return the message for the form as a whole, unless one of its fields shows it. */
export function formError(error: unknown, fields: readonly string[]): string | undefined {
  if (!error) return undefined;
  const { data, message } = toApiError(error);
  return fields.includes(String(data['field'])) ? undefined : message;
}
