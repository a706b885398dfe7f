import type { Messages } from '@lingui/core';
import { describe, expect, it } from 'vitest';

import { messages as german } from './de.po';
import { messages as english } from './en.po';
import { messages as pseudo } from './pseudo';

type Token = Exclude<Messages[string], string>[number];

/** Return the names of arguments and the tags in a message. */
function placeholders(message: Messages[string]): Set<string> {
  const found = new Set<string>();
  const visit = (token: Token): void => {
    if (typeof token === 'string') {
      for (const [tag] of token.matchAll(/<\/?\d+\/?>/g)) found.add(tag);
      return;
    }
    const [name, , cases] = token;
    found.add(name);
    if (cases && typeof cases === 'object') for (const branch of Object.values(cases)) if (Array.isArray(branch)) branch.forEach(visit);
  };
  (typeof message === 'string' ? [message] : message).forEach((token) => visit(token));
  return found;
}

const sorted = (message: Messages[string]) => [...placeholders(message)].toSorted().join(' ');

const ids = Object.keys(english);
const messageOf = (messages: Messages, id: string) => messages[id] ?? '';

describe.each([
  ['German', german],
  ['pseudo-locale', pseudo],
])('%s', (_name, messages) => {
  it('has all messages', () => expect(ids.filter((id) => messages[id] === undefined)).toEqual([]));

  it('has the arguments and tags of the English messages', () => {
    const differing = ids.filter((id) => sorted(messageOf(messages, id)) !== sorted(messageOf(english, id)));
    expect(differing.map((id) => english[id])).toEqual([]);
  });
});

/** Return the text of a message, with “x” for each placeholder. */
const textOf = (message: Messages[string]) => (typeof message === 'string' ? message : message.map((token) => (typeof token === 'string' ? token : 'x')).join(''));

// Texts that are put together in code cannot be translated: each is a whole sentence or label, with placeholders.
describe.each([
  ['English', english],
  ['German', german],
])('%s', (_name, messages) => {
  it('has no fragments of sentences', () => {
    const texts = ids.map((id) => textOf(messageOf(messages, id)));
    expect(texts.filter((text) => text !== text.trim() || /^[,;:.·)\]–]|[,;·([–]$/u.test(text))).toEqual([]);
  });
});

it('the pseudo-locale puts texts in brackets', () => {
  const id = ids.find((each) => String(english[each]) === 'Create folder') ?? '';
  expect(messageOf(pseudo, id)).toEqual(['⟦', 'Ćŕéáťé ƒóĺďéŕ', '⟧']);
});
