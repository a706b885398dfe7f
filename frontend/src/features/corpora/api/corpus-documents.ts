import { documentList, documentListOptions } from '@/features/documents/api/document-list';
import { orderBy } from '@/features/documents/model/document-order';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import { facetArguments, type DocumentFacetFilter } from '@/features/documents/model/facet-filter';
import type { CorpusOrder } from '../model/corpus-order';
import { fieldArguments, type FieldFilter } from '../model/field-filter';
import { UNFILED } from '../model/unfiled';
import { documentLabel, toDocumentLabel, type DocumentLabel } from './document-labels';

const query = graphql(
  `
    query CorpusDocuments($corpusId: ID!, $first: Int!, $after: String, $search: String, $state: DocumentState, $type: String, $language: String, $ownerId: ID, $folderId: ID, $subfolders: Boolean, $documentLabelId: ID, $orderBy: DocumentOrder, $fieldId: ID, $fieldEquals: String, $fieldContains: String, $fieldFrom: String, $fieldTo: String, $fieldEmpty: Boolean, $sortFieldId: ID, $descending: Boolean, $withValues: Boolean!) {
      documents(corpusId: $corpusId, first: $first, after: $after, search: $search, state: $state, type: $type, language: $language, ownerId: $ownerId, folderId: $folderId, subfolders: $subfolders, documentLabelId: $documentLabelId, orderBy: $orderBy, fieldId: $fieldId, fieldEquals: $fieldEquals, fieldContains: $fieldContains, fieldFrom: $fieldFrom, fieldTo: $fieldTo, fieldEmpty: $fieldEmpty, sortFieldId: $sortFieldId, descending: $descending) {
        totalCount
        ...DocumentList
        labelled: edges {
          node {
            uuid
            annotationCount(corpusId: $corpusId)
            labelCount(corpusId: $corpusId)
            labels(corpusId: $corpusId) {
              ...DocumentLabel
            }
            fieldValues(corpusId: $corpusId) @include(if: $withValues) {
              field {
                uuid
              }
              values
            }
          }
        }
      }
    }
  `,
  [documentList, documentLabel],
);

const PAGE = 60;

export interface CorpusDocumentFilter {
  search?: string;
  /** absent: the whole corpus; UNFILED: in no folder */
  folder?: string | undefined;
  label?: string | undefined;
  /** the values of documents that the facets count */
  facets?: DocumentFacetFilter | undefined;
  sort?: CorpusOrder | undefined;
  /** the field that is shown, and restricts and orders the list */
  field?: FieldFilter | undefined;
}

/** The documents of a corpus or directly in a folder. A search in a folder includes its subfolders. */
function variablesOf(corpusId: string, { search = '', folder, label, facets = {}, sort, field = {} }: CorpusDocumentFilter) {
  const isUnfiled = folder === UNFILED;
  const subfolders = folder === undefined || (search !== '' && !isUnfiled);
  return { corpusId, search, folderId: isUnfiled ? null : (folder ?? null), subfolders, documentLabelId: label ?? null, ...facetArguments(facets), orderBy: orderBy(sort), ...fieldArguments(field), withValues: field.field !== undefined };
}

export function corpusDocumentsOptions(corpusId: string, filter: CorpusDocumentFilter = {}) {
  const variables = variablesOf(corpusId, filter);
  return documentListOptions(['corpus-documents', corpusId, filter.folder, variables], async (after) => (await request(query, { first: PAGE, after, ...variables })).documents);
}

/** Return the variables of the facets of the same list. */
export function facetVariables(corpusId: string, filter: CorpusDocumentFilter) {
  const { orderBy: _order, withValues: _values, sortFieldId: _field, descending: _descending, ...variables } = variablesOf(corpusId, filter);
  return variables;
}

/** Return the query of an export of the same list, as it is in REST. */
export function exportQuery(corpusId: string, filter: CorpusDocumentFilter): Record<string, string> {
  const { search, folderId, subfolders, documentLabelId, state, type, language, ownerId: owner, orderBy: order, ...field } = variablesOf(corpusId, filter);
  const named = {
    search,
    folder: folderId,
    subfolders,
    document_label: documentLabelId,
    state: state?.toLowerCase() ?? null,
    type,
    language,
    owner,
    order_by: order.toLowerCase(),
    field: field.fieldId,
    field_equals: field.fieldEquals,
    field_contains: field.fieldContains,
    field_from: field.fieldFrom,
    field_to: field.fieldTo,
    field_empty: field.fieldEmpty,
    sort_field: field.sortFieldId,
    descending: field.descending,
  };
  return Object.fromEntries(Object.entries(named).flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, String(value)]])));
}

interface LabelledPage {
  labelled: readonly { node: { uuid: string; labels: readonly ResultOf<typeof documentLabel>[] } }[];
}

/** Return the labels of the documents on the pages of a list that have any, by document. */
export const labelsByDocument = (pages: readonly LabelledPage[]): ReadonlyMap<string, readonly DocumentLabel[]> =>
  new Map(pages.flatMap(({ labelled }) => labelled).flatMap(({ node: { uuid, labels } }) => (labels.length > 0 ? [[uuid, labels.map(toDocumentLabel)] as const] : [])));

export interface DocumentCounts {
  annotationCount: number;
  labelCount: number;
}

interface CountedPage {
  labelled: readonly { node: DocumentCounts & { uuid: string } }[];
}

/** Return the counts of the documents on the pages of a list, by document. */
export const countsByDocument = (pages: readonly CountedPage[]): ReadonlyMap<string, DocumentCounts> => new Map(pages.flatMap(({ labelled }) => labelled).map(({ node }) => [node.uuid, node]));

interface ValuedPage {
  labelled: readonly { node: { uuid: string; fieldValues?: readonly { field: { uuid: string }; values: readonly string[] }[] } }[];
}

/** Return the values of the documents on the pages of a list for a field, by document. */
export const valuesByDocument = (pages: readonly ValuedPage[], field: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    pages
      .flatMap(({ labelled }) => labelled)
      .map(({ node: { uuid, fieldValues = [] } }) => [uuid, fieldValues.find((value) => value.field.uuid === field)?.values ?? []]),
  );
