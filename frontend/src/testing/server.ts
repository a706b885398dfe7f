// The server of component tests: answers `fetch`. GraphQL operations are validated against schema.graphql and executed with the rows of a
// test; whatever has no answer, or does not fit the schema, fails the test.
import { buildSchema, defaultFieldResolver, execute, GraphQLError, isEnumType, isListType, isNonNullType, isScalarType, parse, validate, type GraphQLFieldResolver, type GraphQLOutputType } from 'graphql';

import type { SessionUser } from '@/features/session/api/session';

import source from '../../schema.graphql?raw';
import type { ArgumentsOfField, Row } from './rows';

const schema = buildSchema(source);

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type RestAnswer = (request: { url: URL; body: unknown; headers: Headers }) => unknown;

export interface Answers {
  query?: Row<'Query'>;
  mutation?: Row<'Mutation'>;
  /** by method and path: the JSON of a response, or a `Response` */
  rest?: Readonly<Partial<Record<`${Method} ${string}`, RestAnswer>>>;
}

export const ADA: SessionUser = {
  id: 'ada',
  username: 'ada',
  email: 'ada@example.com',
  is_staff: false,
  is_superuser: false,
  name: '',
  language: '',
  time_zone: 'UTC',
  email_confirmed: true,
  pending_email: '',
  has_password: true,
  needs_second_factor: false,
};

/** Refuse a GraphQL query with a code of docs/errors. */
export function refuse(code: string, message = ''): never {
  throw new GraphQLError(message, { extensions: { code } });
}

/** A response of REST with an error. */
export const refusal = (status: number, code: string, message = '', data: object = {}) => Response.json({ error: { code, message, ...data } }, { status });

const SCALARS: Readonly<Record<string, unknown>> = { Boolean: false, Int: 0, Float: 0, JSONObject: {} };

/** Return what is empty in a type. */
function emptyOf(type: GraphQLOutputType): unknown {
  if (!isNonNullType(type)) return null;
  const inner = type.ofType;
  if (isListType(inner)) return [];
  if (isScalarType(inner)) return SCALARS[inner.name] ?? '';
  return isEnumType(inner) ? inner.getValues()[0]?.value : {};
}

/** The rows that pages read beside their content. */
const ASIDE: Row<'Query'> = {
  notifications: {},
  firstSteps: {},
  proposals: {},
  savedViews: {},
};

/** An answer that the server gives later, when `resolve` is called. */
export class Later<Value> {
  declare resolve: (value: Value) => void;
  readonly promise = new Promise<Value>((resolve) => {
    this.resolve = resolve;
  });
}

/** A response to a change says that it has changed much: pages load again what they show. */
const CHANGED = { headers: { 'X-Changes': '*' } };

interface Sent {
  field: string;
  args: object;
}

export class FakeServer {
  /** what was asked and had no answer, or was wrong */
  readonly problems: string[] = [];
  user: SessionUser | null = ADA;
  readonly #answers: Answers;
  readonly #sent: Sent[] = [];
  /** true: no request reaches the server */
  isCutOff = false;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  /** The arguments with which a field of `Query` was requested, in order. */
  asked<Name extends keyof Row<'Query'>>(name: Name) {
    return this.#argumentsOf(name) as ArgumentsOfField<'Query', Name>[];
  }

  /** The inputs that a mutation was sent with, in order. */
  sent<Name extends keyof Row<'Mutation'>>(name: Name) {
    return this.#argumentsOf(name).map((args) => (args as { input: unknown }).input) as ArgumentsOfField<'Mutation', Name> extends { input: infer Input } ? Input[] : never;
  }

  #argumentsOf = (name: string) => this.#sent.filter(({ field }) => field === name).map(({ args }) => args);

  fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    if (this.isCutOff) throw new TypeError('Failed to fetch');
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const method = (init.method ?? 'GET') as Method;
    const headers = new Headers(init.headers);
    if (method !== 'GET' && !headers.get('X-CSRFToken')) return this.#problem(`${method} ${url.pathname} without the token against forged requests`);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    if (url.pathname === '/graphql/') return this.#graphql(body as { query: string; variables?: Record<string, unknown> });
    return this.#rest(`${method} ${url.pathname}`, { url, body, headers });
  };

  async #rest(operation: `${Method} ${string}`, request: Parameters<RestAnswer>[0]): Promise<Response> {
    const answer = this.#answers.rest?.[operation] ?? (operation === 'GET /api/v1/auth/session' ? () => this.#session() : undefined);
    if (!answer) return this.#problem(`No answer to ${operation}`);
    const answered = await answer(request);
    if (answered instanceof Response) return answered;
    // No event says what a user changes about the own account.
    const init = operation.startsWith('GET') || request.url.pathname.startsWith('/api/v1/auth/') ? {} : CHANGED;
    return answered === undefined ? new Response(null, { status: 204, ...init }) : Response.json(answered, init);
  }

  async #graphql(request: { query: string; variables?: Record<string, unknown> }): Promise<Response> {
    const result = await this.#execute(request);
    return Response.json(result, request.query.startsWith('mutation') && !result.errors ? CHANGED : {});
  }

  #session = () => ({ user: this.user, bin_days: 30, token_days: 90, flower_url: '' });

  #problem(text: string): Response {
    this.problems.push(text);
    return refusal(500, 'unanswered', text);
  }

  async #execute({ query, variables }: { query: string; variables?: Record<string, unknown> }) {
    const document = parse(query);
    const errors = validate(schema, document);
    const result = errors.length > 0 ? { errors } : await execute({ schema, document, variableValues: variables, fieldResolver: this.#resolve });
    const unexpected = (result.errors ?? []).filter(({ extensions }) => extensions['code'] === undefined);
    this.problems.push(...unexpected.map(({ message }) => message));
    return result;
  }

  #resolve: GraphQLFieldResolver<object | undefined, unknown> = (row, args: object, context, info) => {
    const { parentType, fieldName, returnType } = info;
    const isQuery = parentType === schema.getQueryType();
    const isRoot = isQuery || parentType === schema.getMutationType();
    if (isRoot) this.#sent.push({ field: fieldName, args });
    const object = isRoot ? (isQuery ? { ...ASIDE, ...this.#answers.query } : { ...this.#answers.mutation }) : (row ?? {});
    if (Object.hasOwn(object, fieldName)) return defaultFieldResolver(object, args, context, info);
    if (isRoot) throw new GraphQLError(`No answer to ${parentType.name}.${fieldName}`);
    return emptyOf(returnType);
  };
}
