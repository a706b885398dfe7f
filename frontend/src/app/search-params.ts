// Search parameters of each route. Unknown or malformed values are dropped.
import { isExecutionState, type ExecutionState } from '@/features/actions/model/execution-state';
import { isAnnotationSource, isReviewFilter, type AnnotationSource, type ReviewFilter } from '@/features/annotations/model/annotation-source';
import { isBinKind, type BinKind } from '@/features/bin/model/bin-kind';
import { isCorporaOrder, type CorporaOrder } from '@/features/corpora/model/corpora-order-name';
import { isDocumentOrder, NEWEST, type DocumentOrder } from '@/features/documents/model/document-order';
import { isAttachmentFilter, type AttachmentFilter } from '@/features/documents/model/attachment-filter';
import { isScope, type Scope } from '@/features/documents/model/scope';
import { isDocumentState, type DocumentState } from '@/features/documents/model/state';
import { isCellFilter, type CellFilter } from '@/features/extracts/model/cell-filter';
import { isJobFilter, type JobFilter } from '@/features/jobs/model/job-filter-name';
import { isDoneFilter, isObligationKind, type DoneFilter, type ObligationKind } from '@/features/obligations/model/obligation-filter';
import { isTextKind, type TextKind } from '@/features/similarity/model/text-kind';
import { isLeftPanel, type LeftPanelName } from '@/features/workspace/panel-names';
import { isTimeRange, type TimeRange } from '@/features/operations/model/time-range-name';
import { defined } from '@/lib/defined';

type Raw = Record<string, unknown>;

const text = (value: unknown): string | undefined => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined) || undefined;

/** Return the parameters of these names that are texts. */
const textsOf = <Name extends string>(raw: Raw, ...names: Name[]) => Object.fromEntries(names.map((name) => [name, text(raw[name])])) as Partial<Record<Name, string>>;

function wholeNumber(value: unknown, min: number): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= min ? number : undefined;
}

const SIGN_IN_PROBLEMS = ['provider', 'no_account', 'inactive'] as const;

export interface SignInSearch {
  next?: string;
  problem?: (typeof SIGN_IN_PROBLEMS)[number];
}

/** Only paths of this site are accepted, to prevent open redirects. */
export function signInSearch(raw: Raw): SignInSearch {
  const next = text(raw['next']);
  const problem = SIGN_IN_PROBLEMS.find((known) => known === raw['problem']);
  return defined({ next: next && /^\/(?![/\\])/.test(next) ? next : undefined, problem });
}

export interface DocumentsSearch {
  q?: string;
  state?: DocumentState;
  scope?: Scope;
  attachments?: AttachmentFilter;
  type?: string;
  language?: string;
  /** uuid */
  owner?: string;
  sort?: DocumentOrder;
  /** a saved view */
  view?: string;
}

/** The order of a list of documents; undefined for the default one. */
export const documentOrder = (value: unknown): DocumentOrder | undefined => (isDocumentOrder(value) && value !== NEWEST ? value : undefined);

export const documentsSearch = (raw: Raw): DocumentsSearch =>
  defined({
    q: text(raw['q']),
    state: isDocumentState(raw['state']) ? raw['state'] : undefined,
    scope: isScope(raw['scope']) ? raw['scope'] : undefined,
    attachments: isAttachmentFilter(raw['attachments']) ? raw['attachments'] : undefined,
    ...textsOf(raw, 'type', 'language', 'owner'),
    sort: documentOrder(raw['sort']),
    view: text(raw['view']),
  });

export interface CorporaSearch {
  q?: string;
  scope?: Scope;
  sort?: CorporaOrder;
}

export const corporaSearch = (raw: Raw): CorporaSearch =>
  defined({ q: text(raw['q']), scope: isScope(raw['scope']) ? raw['scope'] : undefined, sort: isCorporaOrder(raw['sort']) ? raw['sort'] : undefined });

const month = (value: unknown): string | undefined => (/^\d{4}-\d{2}$/.test(text(value) ?? '') ? text(value) : undefined);

const similar = (value: unknown): string | undefined => (/^[0-9a-f-]{36}:\d+-\d+$/.test(text(value) ?? '') ? text(value) : undefined);

/** The query of a search, and the filters that have facets. */
interface SearchFilters {
  q?: string;
  /** a part of a document: its uuid, and a range of its text */
  like?: string;
  folder?: string;
  label?: string;
  field?: string;
  type?: string;
  language?: string;
  month?: string;
}

const searchFilters = (raw: Raw): SearchFilters =>
  defined({
    q: text(raw['q']),
    like: similar(raw['like']),
    ...textsOf(raw, 'folder', 'label', 'field', 'type', 'language'),
    month: month(raw['month']),
  });

export type CorpusTab = 'documents' | 'search' | 'ask' | 'proposals' | 'annotations' | 'obligations' | 'similar' | 'extract' | 'analyze' | 'comments' | 'actions' | 'labels' | 'log';

const TABS: readonly CorpusTab[] = ['documents', 'search', 'ask', 'proposals', 'annotations', 'obligations', 'similar', 'extract', 'analyze', 'comments', 'actions', 'labels', 'log'];

export interface CorpusSearch extends SearchFilters {
  tab?: CorpusTab;
  action?: string;
  /** of executions of actions, or of documents */
  state?: ExecutionState | DocumentState;
  /** uuid of the owner of the documents */
  owner?: string;
  /** the makers of the annotations */
  by?: AnnotationSource;
  /** uuid of the user who made the annotations */
  creator?: string;
  /** the review of suggestions */
  review?: ReviewFilter;
  /** uuid of the document that has the annotations, and whether their place was found again */
  document?: string;
  placement?: string;
  /** the open extraction, its filters and its order */
  extract?: string;
  show?: CellFilter;
  words?: string;
  sort?: string;
  down?: boolean;
  /** whether the obligations are ticked off */
  done?: DoneFilter;
  /** the kind of the obligations; their month is `month` */
  kind?: ObligationKind;
  /** the state, the kind and the document of the listed proposals */
  proposed?: string;
  /** the similar texts that are shown */
  texts?: TextKind;
  /** the thread of comments that a link leads to */
  thread?: string;
  /** the open conversation */
  conversation?: string;
  /** a saved view */
  view?: string;
  /** the values of the field that documents have to have, and the field by which they are sorted */
  is?: string;
  contains?: string;
  from?: string;
  to?: string;
  empty?: string;
  sortField?: string;
  descending?: string;
}

export const corpusSearch = (raw: Raw): CorpusSearch =>
  defined({
    tab: TABS.find((tab) => tab === raw['tab']),
    ...searchFilters(raw),
    ...textsOf(raw, 'action', 'owner', 'creator', 'document', 'placement', 'extract', 'words', 'sort', 'proposed', 'thread', 'conversation', 'view', 'is', 'contains', 'from', 'to', 'empty', 'sortField', 'descending'),
    state: isExecutionState(raw['state']) || isDocumentState(raw['state']) ? raw['state'] : undefined,
    by: isAnnotationSource(raw['by']) ? raw['by'] : undefined,
    review: isReviewFilter(raw['review']) ? raw['review'] : undefined,
    show: isCellFilter(raw['show']) ? raw['show'] : undefined,
    down: raw['down'] === true || undefined,
    done: isDoneFilter(raw['done']) ? raw['done'] : undefined,
    kind: isObligationKind(raw['kind']) ? raw['kind'] : undefined,
    texts: isTextKind(raw['texts']) ? raw['texts'] : undefined,
  });

export interface DocumentSearch {
  page?: number;
  c?: string;
  a?: string;
  /** the thread of comments that a link leads to */
  t?: string;
  from?: number;
  to?: number;
  /** the version of the document, or the other document, that is compared with it */
  old?: string;
  /** the parts of both that are compared, as 4-22:14-32 */
  parts?: string;
  view?: 'text';
  /** the text that is looked for in the document */
  find?: string;
  matchCase?: true;
  wholeWords?: true;
  regex?: true;
  /** the open panel on the left */
  panel?: LeftPanelName;
  /** the filter of the annotations: names of labels */
  labels?: readonly string[];
  except?: true;
  by?: string;
  text?: string;
  check?: true;
  suggested?: true;
  /** the conversation that is shown beside the document */
  conversation?: string;
}

const flag = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined);

/** Return a list of texts; undefined if it is empty. */
function texts(value: unknown): readonly string[] | undefined {
  const list = (Array.isArray(value) ? value : [value]).flatMap((each: unknown) => text(each) ?? []);
  return list.length > 0 ? list : undefined;
}

export const documentSearch = (raw: Raw): DocumentSearch =>
  defined({
    page: wholeNumber(raw['page'], 1),
    ...textsOf(raw, 'c', 'a', 't'),
    from: wholeNumber(raw['from'], 0),
    to: wholeNumber(raw['to'], 0),
    ...textsOf(raw, 'old', 'parts'),
    view: raw['view'] === 'text' ? 'text' : undefined,
    find: text(raw['find']),
    matchCase: flag(raw['matchCase']),
    wholeWords: flag(raw['wholeWords']),
    regex: flag(raw['regex']),
    panel: isLeftPanel(raw['panel']) ? raw['panel'] : undefined,
    labels: texts(raw['labels']),
    except: flag(raw['except']),
    ...textsOf(raw, 'by', 'text'),
    check: flag(raw['check']),
    suggested: flag(raw['suggested']),
    conversation: text(raw['conversation']),
  });

export interface SearchSearch extends SearchFilters {
  scope?: Scope;
  corpus?: string;
}

export const searchSearch = (raw: Raw): SearchSearch =>
  defined({ scope: isScope(raw['scope']) ? raw['scope'] : undefined, corpus: text(raw['corpus']), ...searchFilters(raw) });

export interface AskSearch {
  conversation?: string;
  /** the state, the kind and the document of the proposals, which are listed instead of conversations */
  proposed?: string;
}

export const askSearch = (raw: Raw): AskSearch => defined(textsOf(raw, 'conversation', 'proposed'));

export interface JobsSearch {
  state?: JobFilter;
  job?: string;
}

export const jobsSearch = (raw: Raw): JobsSearch => defined({ state: isJobFilter(raw['state']) ? raw['state'] : undefined, job: text(raw['job']) });

export interface BinSearch {
  kind?: BinKind;
}

export const binSearch = (raw: Raw): BinSearch => defined({ kind: isBinKind(raw['kind']) ? raw['kind'] : undefined });

export type OperationsTab = 'stages' | 'failures' | 'workers' | 'services' | 'tenants' | 'files';

const OPERATIONS_TABS: readonly OperationsTab[] = ['stages', 'failures', 'workers', 'services', 'tenants', 'files'];

export interface OperationsSearch {
  tab?: OperationsTab;
  kind?: string;
  reason?: string;
  since?: TimeRange;
}

export const operationsSearch = (raw: Raw): OperationsSearch =>
  defined({
    tab: OPERATIONS_TABS.find((tab) => tab === raw['tab']),
    ...textsOf(raw, 'kind', 'reason'),
    since: isTimeRange(raw['since']) ? raw['since'] : undefined,
  });

const ACCOUNT_TABS = ['profile', 'security', 'activity', 'tokens', 'invitations'] as const;

export interface AccountSearch {
  tab?: (typeof ACCOUNT_TABS)[number];
}

export const accountSearch = (raw: Raw): AccountSearch => defined({ tab: ACCOUNT_TABS.find((tab) => tab === raw['tab']) });
