// Translated texts: transforms the macros of Lingui, compiles the catalogs, and compiles the English messages in the code, so that
// English needs no catalog and no page needs a parser of messages.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { lingui } from '@lingui/vite-plugin';
import type { Plugin } from 'vite';

const DESCRIPTOR = '/*i18n*/';
/** a property of a descriptor, as the macros write it */
const MESSAGE = /\bmessage: ("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g;
const SPECIAL = /[{}']/;

/** Return the text of a literal of JavaScript. */
function literalValue(literal: string): string {
  const inner = literal.slice(1, -1);
  return JSON.parse(`"${literal.startsWith('"') ? inner : inner.replaceAll(String.raw`\'`, "'").replaceAll('"', String.raw`\"`)}"`) as string;
}

export function compileMessages(code: string): string {
  return code.replaceAll(MESSAGE, (property, literal: string) => {
    const message = literalValue(literal);
    return SPECIAL.test(message) ? `message: ${JSON.stringify(compileMessageOrThrow(message))}` : property;
  });
}

const compiledMessages: Plugin = {
  name: 'compiled-messages',
  enforce: 'pre',
  transform: { filter: { id: /\.tsx?$/, code: DESCRIPTOR }, handler: (code) => ({ code: compileMessages(code), map: null }) },
};

export const translatedTexts = (root: string): Plugin[] => [
  ...lingui({ cwd: root, macroTransform: { macro: { descriptorFields: 'message' } }, failOnCompileError: true }),
  compiledMessages,
];
