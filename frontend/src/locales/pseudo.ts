// English with accents and brackets: a text without brackets on the screen is not translated.
import type { Messages } from '@lingui/core';

import { messages as english } from './en.po';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀćďéƒǵĥíĵķĺḿńóṕɋŕśťúṽẃẋýžÁƁĆĎÉƑǴĤÍĴĶĹḾŃÓṔɊŔŚŤÚṼẂẊÝŽ';
const accents = new Map([...PLAIN].map((character, index) => [character, [...ACCENTED][index] ?? character]));
/** tags of elements in a message: <0>, </0>, <0/> */
const TAG = /(<\/?\d+\/?>)/;

const accented = (text: string) =>
  text
    .split(TAG)
    .map((part) => (TAG.test(part) ? part : [...part].map((character) => accents.get(character) ?? character).join('')))
    .join('');

type CompiledMessage = Messages[string];
type Token = Exclude<CompiledMessage, string>[number];

function accentedToken(token: Token): Token {
  if (typeof token === 'string') return accented(token);
  const [name, type, format] = token;
  if (!format || typeof format !== 'object') return token;
  const cases = Object.entries(format).map(([key, value]) => [key, Array.isArray(value) ? value.map(accentedToken) : value]);
  return [name, type, Object.fromEntries(cases)] as Token;
}

const accentedMessage = (message: CompiledMessage): CompiledMessage => ['⟦', ...(typeof message === 'string' ? [accented(message)] : message.map(accentedToken)), '⟧'];

export const messages: Messages = Object.fromEntries(Object.entries(english).map(([id, message]) => [id, accentedMessage(message)]));
