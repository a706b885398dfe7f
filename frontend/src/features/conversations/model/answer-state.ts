// The states of answers.
import type { Message } from '../api/conversations';

const OPEN: ReadonlySet<string> = new Set(['WAITING', 'RUNNING', 'WAITING_FOR_APPROVAL']);

/** Check whether an answer is still being written. */
export const isOpen = ({ state }: Pick<Message, 'state'>): boolean => OPEN.has(state);

export const isQuestion = ({ role }: Pick<Message, 'role'>): boolean => role === 'USER';
