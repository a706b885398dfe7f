// The list of documents in REST, for changes of all that it has.
import { variablesOf, type DocumentFilter } from '../model/document-filter';

/** Return the parameters of the same list in REST. */
export function listQuery(filter: DocumentFilter): Record<string, string> {
  const { search, state, scope, isAttachment: attachment, type, language, ownerId: owner } = variablesOf(filter);
  return { scope: scope.toLowerCase(), ...(search && { search }), ...(state && { state: state.toLowerCase() }), ...(attachment !== null && { is_attachment: String(attachment) }), ...(type && { type }), ...(language && { language }), ...(owner && { owner }) };
}
