// What an answer sends to a language model, and what it takes, as texts.
import { plural, t } from '@lingui/core/macro';

import { fileSize, formatNumber } from '@/lib/format';

import type { Message, ToolCall } from '../api/conversations';

type Sent = Pick<ToolCall, 'length' | 'pictureSize'>;

const MIN_DIGITS = 2;
const MAX_DIGITS = 6; // as many as are stored

function pictureText(pictures: readonly Sent[]): string {
  const size = fileSize(pictures.reduce((sum, { pictureSize }) => sum + pictureSize, 0));
  return plural(pictures.length, { one: `# picture sent (${size})`, other: `# pictures sent (${size})` });
}

/** Return what the results of calls of tools have sent to the model. */
export function sentText(calls: readonly Sent[]): string {
  const characters = calls.reduce((sum, { length }) => sum + length, 0);
  const pictures = calls.filter(({ pictureSize }) => pictureSize > 0);
  return [characters > 0 && plural(characters, { one: '# character sent', other: '# characters sent' }), pictures.length > 0 && pictureText(pictures)].filter(Boolean).join(' · ');
}

/** Return as many digits of a cost as show that it is not nothing. */
function digitsOf(cost: number): number {
  const first = Math.ceil(-Math.log10(cost));
  return Math.min(MAX_DIGITS, Math.max(MIN_DIGITS, first));
}

/** Return the tokens of an answer and, if the model has a price, their cost; empty for the offline reader. */
export function usageText({ inputTokens, outputTokens, cost }: Pick<Message, 'inputTokens' | 'outputTokens' | 'cost'>): string {
  const tokens = inputTokens + outputTokens;
  const paid = Number(cost);
  return [tokens > 0 && plural(tokens, { one: '# token', other: '# tokens' }), paid > 0 && t`cost ${formatNumber(paid, digitsOf(paid))}`].filter(Boolean).join(' · ');
}
