// Removes members of classes that nothing uses. Bundlers keep all members of a class that is in use.
import { parseAst } from 'vite';

interface Member {
  /** with `#` if it is private */
  name: string;
  owner: string;
  start: number;
  end: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  body?: unknown;
  id?: { name: string } | null;
  key?: { type: string; name?: string; value?: unknown };
  kind?: string;
  computed?: boolean;
}

/** JavaScript itself uses these. */
const IMPLICIT = new Set(['toString', 'toJSON', 'valueOf', 'then']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function memberAt({ type, key, kind, computed, start, end }: Node, owner: string): Member | null {
  if (!key || computed || kind === 'constructor' || !['MethodDefinition', 'PropertyDefinition'].includes(type)) return null;
  const name = String(key.name ?? key.value);
  return { name: key.type === 'PrivateIdentifier' ? `#${name}` : name, owner, start, end };
}

function membersOf(code: string): Member[] {
  const members: Member[] = [];
  const visit = (value: unknown, owner: string): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, owner));
    if (!isNode(value)) return;
    const member = memberAt(value, owner);
    if (member) members.push(member);
    const inside = value.type === 'ClassDeclaration' && value.id ? value.id.name : owner;
    for (const child of Object.values(value)) visit(child, inside);
  };
  visit(parseAst(code).body, '');
  return members;
}

const isWithin = (position: number, ranges: readonly Member[]) => ranges.some(({ start, end }) => start <= position && position < end);

function without(code: string, members: readonly Member[]): string {
  let rest = '';
  let end = 0;
  for (const member of members.toSorted((one, other) => one.start - other.start)) {
    if (member.start >= end) rest += code.slice(end, member.start);
    end = Math.max(end, member.end);
  }
  return rest + code.slice(end);
}

/** Remove the members whose names occur nowhere else, and those that are `unneeded` (`Class.member`), until none is left. Words in strings count, because names are sent between threads. */
export function withoutUnusedMembers(code: string, { unneeded, used }: { unneeded?: RegExp; used: ReadonlySet<string> }): string {
  const positions = new Map<string, number[]>();
  for (const { 0: word, index } of code.matchAll(/#?[\w$]+/g)) positions.set(word, [...(positions.get(word) ?? []), index]);
  const isUnneeded = ({ owner, name }: Member) => unneeded?.test(`${owner}.${name}`) ?? false;
  const { removed = [], kept = [] } = Object.groupBy(membersOf(code), (member) => (isUnneeded(member) ? 'removed' : 'kept'));
  let left = kept;
  for (;;) {
    const unused = Map.groupBy(left, ({ name }) => name)
      .entries()
      .filter(([name, group]) => !used.has(name) && !IMPLICIT.has(name) && positions.get(name)?.every((position) => isWithin(position, group) || isWithin(position, removed)))
      .flatMap(([, group]) => group)
      .toArray();
    if (unused.length === 0) return without(code, removed);
    removed.push(...unused);
    const gone = new Set(unused);
    left = left.filter((member) => !gone.has(member));
  }
}
