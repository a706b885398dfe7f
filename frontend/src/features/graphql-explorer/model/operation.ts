// What the GraphQL page sends, and the operations that this browser has sent before.
import { t } from '@lingui/core/macro';

export interface Operation {
  query: string;
  /** JSON, as it was written */
  variables: string;
}

export const EXAMPLE: Operation = {
  query: `# Press Ctrl+Space for suggestions and Ctrl+Enter to run the operation.
query Documents($count: Int) {
  documents(first: $count) {
    totalCount
    edges {
      node {
        title
        state
        pageCount
      }
    }
  }
}
`,
  variables: '{\n  "count": 5\n}\n',
};

/** Return the variables as an object; throw a sentence that says what is wrong with them. */
export function parseVariables(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(`The variables are not valid JSON: ${(error as SyntaxError).message}`, { cause: error });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error('The variables must be a JSON object, such as {"count": 5}.');
  return parsed as Record<string, unknown>;
}

const KEY = 'graphql-history';
const MOST = 30;
const NAME = /^\s*(?:query|mutation)\s+(\w+)/m;
const FIRST_FIELD = /\{\s*(\w+)/;

/** Return what a list calls an operation: its name, or else its first field. */
export const titleOf = ({ query }: Operation): string => NAME.exec(query)?.[1] ?? FIRST_FIELD.exec(query)?.[1] ?? t`Operation`;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && typeof (value as Operation).query === 'string' && typeof (value as Operation).variables === 'string';

/** Return the last operations of this browser, newest first. */
export function recentOperations(store: Store = localStorage): Operation[] {
  try {
    const stored: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isOperation) : [];
  } catch {
    return [];
  }
}

/** Put an operation first; each one is listed once. */
export function rememberOperation(operation: Operation, store: Store = localStorage): void {
  const others = recentOperations(store).filter(({ query, variables }) => query !== operation.query || variables !== operation.variables);
  try {
    store.setItem(KEY, JSON.stringify([operation, ...others].slice(0, MOST)));
  } catch {
    // Without storage there is no history.
  }
}

export function forgetOperations(store: Store = localStorage): void {
  try {
    store.setItem(KEY, '[]');
  } catch {
    // as above
  }
}
