// The part of Markdown that comments and descriptions use: paragraphs, headings, lists, quotes, code, bold, italic, links and mentions. The result is data, never HTML.

export type Inline =
  | { kind: 'text' | 'code' | 'mention'; text: string }
  | { kind: 'bold' | 'italic'; parts: Inline[] }
  | { kind: 'link'; href: string; text: string };

export type Block = { kind: 'paragraph' | 'quote'; lines: Inline[][] } | { kind: 'list'; ordered: boolean; items: Inline[][] } | { kind: 'heading'; level: number; parts: Inline[] } | { kind: 'code'; text: string };

const INLINE = /`([^`]+)`|\*\*(?=\S)(.+?)\*\*|(?<![\p{L}\p{N}])[*_](?=\S)([^*_]+?)[*_](?![\p{L}\p{N}])|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s<>]*[^\s<>.,;:!?)])|(?<![\p{L}\p{N}_@./+-])@([\p{L}\p{N}_.+-]+)/gu;

/** Return the name of a mentioned user, which a full stop may follow. */
function mentionedName(typed: string, names: ReadonlySet<string>): string | undefined {
  if (names.has(typed)) return typed;
  const shorter = typed.replace(/[.+-]+$/, '');
  return names.has(shorter) ? shorter : undefined;
}

function inlineOf(match: RegExpExecArray, names: ReadonlySet<string>): Inline[] {
  const [whole, code, bold, italic, text, href, url, typed] = match;
  if (code !== undefined) return [{ kind: 'code', text: code }];
  if (bold !== undefined) return [{ kind: 'bold', parts: parseInline(bold, names) }];
  if (italic !== undefined) return [{ kind: 'italic', parts: parseInline(italic, names) }];
  if (href !== undefined) return [{ kind: 'link', href, text: text ?? href }];
  if (url !== undefined) return [{ kind: 'link', href: url, text: url }];
  const name = mentionedName(typed ?? '', names);
  if (name === undefined) return [{ kind: 'text', text: whole }];
  const rest = whole.slice(name.length + 1);
  return [{ kind: 'mention', text: `@${name}` }, ...(rest ? [{ kind: 'text' as const, text: rest }] : [])];
}

export function parseInline(text: string, names: ReadonlySet<string>): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push(...inlineOf(match, names));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

const ITEM = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const QUOTE = /^>\s?(.*)$/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;

function kindOf(line: string): 'heading' | 'quote' | 'ordered' | 'unordered' | 'paragraph' {
  if (HEADING.test(line)) return 'heading';
  if (QUOTE.test(line)) return 'quote';
  const item = ITEM.exec(line);
  if (!item) return 'paragraph';
  return item[1] === undefined ? 'unordered' : 'ordered';
}

function headingOf(line: string | undefined, names: ReadonlySet<string>): Block {
  const [, marks = '#', text = ''] = HEADING.exec(line ?? '') ?? [];
  return { kind: 'heading', level: marks.length, parts: parseInline(text, names) };
}

function blockOf(kind: ReturnType<typeof kindOf>, lines: readonly string[], names: ReadonlySet<string>): Block {
  const parse = (line: string | undefined) => parseInline(line ?? '', names);
  if (kind === 'heading') return headingOf(lines[0], names);
  if (kind === 'quote') return { kind, lines: lines.map((line) => parse(QUOTE.exec(line)?.[1])) };
  if (kind === 'paragraph') return { kind, lines: lines.map(parse) };
  return { kind: 'list', ordered: kind === 'ordered', items: lines.map((line) => parse(ITEM.exec(line)?.[2])) };
}

/** Split lines into blocks of one kind. */
function proseBlocks(text: string, names: ReadonlySet<string>): Block[] {
  const blocks: Block[] = [];
  for (const paragraph of text.split(/\n\s*\n/)) {
    let run: string[] = [];
    const lines = paragraph.split('\n').filter((line) => line.trim() !== '');
    for (const [index, line] of lines.entries()) {
      run.push(line);
      const next = lines[index + 1];
      if (next !== undefined && kindOf(next) === kindOf(line) && kindOf(line) !== 'heading') continue;
      blocks.push(blockOf(kindOf(line), run, names));
      run = [];
    }
  }
  return blocks;
}

/** Parse a text. `names` are the user names of those who are mentioned in it. */
export function parseMarkdown(text: string, names: ReadonlySet<string>): Block[] {
  return text
    .split(/^```[^\n]*\n?/m)
    .flatMap((part, index) => (index % 2 === 1 ? [{ kind: 'code' as const, text: part.replace(/\n$/, '') }] : proseBlocks(part, names)));
}

const NO_NAMES: ReadonlySet<string> = new Set();

const textOf = (parts: readonly Inline[]): string => parts.map((part) => ('parts' in part ? textOf(part.parts) : part.text)).join('');

function linesOf(block: Block): readonly string[] {
  if (block.kind === 'code') return [block.text];
  if (block.kind === 'heading') return [textOf(block.parts)];
  return (block.kind === 'list' ? block.items : block.lines).map(textOf);
}

/** Return a text on one line, without its marks. */
export const plainText = (text: string): string => parseMarkdown(text, NO_NAMES).flatMap(linesOf).join(' ');
