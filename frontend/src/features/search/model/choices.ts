// The lines of the search dialog: results, places, commands and recent searches, as one list for the arrow keys.
import { t } from '@lingui/core/macro';

import type { Scope } from '@/features/documents/model/scope';
import type { Command } from '@/lib/commands';
import { keysOf } from '@/lib/keymap';
import type { GROUP_TEXTS } from '@/lib/messages/search';

import type { FoundPassage, Fragment } from './passage';

export interface SearchTarget {
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string | number>;
}

export interface Choice {
  id: string;
  group: keyof typeof GROUP_TEXTS;
  text: string;
  detail?: string;
  color?: string;
  fragments?: readonly Fragment[];
  /** the passage, for a picture of it */
  picture?: { pdfUrl: string | null; passage: FoundPassage };
  /** the keys of a command */
  keys?: string;
  /** a place to open, a text to search for, or a command to run */
  action: SearchTarget | (() => void);
}

export interface Place {
  text: string;
  to: string;
}

interface Results {
  corpora: readonly { uuid: string; title: string }[];
  labels: readonly { uuid: string; name: string; color: string }[];
  annotations: readonly {
    uuid: string;
    page: number;
    quote: string;
    label: { name: string; color: string };
    corpus: { uuid: string };
    document: { uuid: string; title: string };
  }[];
  documents: readonly {
    document: { uuid: string; title: string; pdfUrl: string | null };
    passages: readonly FoundPassage[];
  }[];
}

export const searchTarget = (text: string, scope?: Scope): SearchTarget => ({ to: '/search', search: { q: text, ...(scope && { scope }) } });

export const passageLocation = ({ page, start, end }: { page: number; start: number; end: number }) => ({ page, from: start, to: end });

/** Return the operator with a value, in quotes if it has spaces. */
const withOperator = (operator: string, value: string) => `${operator}:${/\s/.test(value) ? `"${value}"` : value}`;

/** Return the places whose name has the words that were typed. */
export function placeChoices(places: readonly Place[], typed: string): Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = places.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  return found.map(({ text, to }) => ({ id: `place-${to}`, group: 'places', text, action: { to } }));
}

// Fuzzy matching of what was typed with the texts of commands.

const CONSECUTIVE = 3;
const WORD_START = 2;
const ELSEWHERE = -1;

const normalized = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const isWordStart = (text: string, index: number) => /[\p{L}\p{N}]/u.test(text[index] ?? '') && !/[\p{L}\p{N}]/u.test(text[index - 1] ?? '');

/** Return the best score of a text that has the characters of a word in their order, from the start of one of its words on; null if it has not. */
function wordScore(word: string, text: string): number | null {
  // The best scores of what was matched so far, by the position after it.
  let before = new Map<number, number>();
  for (const [position, character] of [...word].entries()) {
    const after = new Map<number, number>();
    for (let index = 0; index < text.length; index++) {
      if (text[index] !== character) continue;
      const start = isWordStart(text, index);
      const gap = start ? WORD_START : ELSEWHERE;
      const scores = position === 0 ? (start ? [WORD_START] : []) : [...before].filter(([end]) => end <= index).map(([end, score]) => score + (end === index ? CONSECUTIVE : gap));
      if (scores.length > 0) after.set(index + 1, Math.max(...scores));
    }
    before = after;
  }
  return before.size > 0 ? Math.max(...before.values()) : null;
}

/** Return how well a text matches what was typed, of which every word has to match; null if it does not. */
export function fuzzyScore(typed: string, text: string): number | null {
  const target = normalized(text);
  const scores = normalized(typed)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => wordScore(word, target));
  const total = scores.reduce<number | null>((sum, score) => (sum === null || score === null ? null : sum + score), 0);
  return total === null || total < 0 ? null : total;
}

/** Return the commands that match what was typed, the best first. */
export function commandChoices(commands: readonly Command[], typed: string): Choice[] {
  const scored = commands.flatMap((command) => {
    const score = fuzzyScore(typed, command.text);
    return score === null ? [] : [{ command, score }];
  });
  return scored
    .toSorted((one, other) => other.score - one.score)
    .map(({ command: { name, text, keys, run } }) => ({ id: `command-${name}`, group: 'commands', text, ...(keys && { keys: keysOf({ name, keys }) }), action: run }));
}

export const recentChoices = (recent: readonly string[]): Choice[] =>
  recent.map((text, index) => ({ id: `recent-${index}`, group: 'recent', text, action: searchTarget(text) }));

export function resultChoices(results: Results): Choice[] {
  const documents = results.documents.map(({ document, passages: [passage] }): Choice => ({
    id: `document-${document.uuid}`,
    group: 'documents',
    text: document.title,
    ...(passage && { detail: t`Page ${passage.page}`, fragments: passage.fragments, picture: { pdfUrl: document.pdfUrl, passage } }),
    action: { to: '/d/$uuid', params: { uuid: document.uuid }, ...(passage && { search: passageLocation(passage) }) },
  }));
  const corpora = results.corpora.map(({ uuid, title }): Choice => ({ id: `corpus-${uuid}`, group: 'corpora', text: title, action: { to: '/c/$uuid', params: { uuid } } }));
  const labels = results.labels.map(({ uuid, name, color }): Choice => ({
    id: `label-${uuid}`,
    group: 'labels',
    text: name,
    color,
    action: searchTarget(withOperator('label', name)),
  }));
  const annotations = results.annotations.map(({ uuid, page, quote, label, corpus, document }): Choice => ({
    id: `annotation-${uuid}`,
    group: 'annotations',
    text: quote,
    color: label.color,
    detail: `${label.name}, ${document.title}`,
    action: { to: '/d/$uuid', params: { uuid: document.uuid }, search: { page, c: corpus.uuid, a: uuid } },
  }));
  return [...documents, ...corpora, ...labels, ...annotations];
}
