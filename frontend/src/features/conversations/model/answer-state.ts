// The states of answers.
import type { Message } from '../api/conversations';

const OPEN: ReadonlySet<string> = new Set(['WAITING', 'RUNNING']);

/** Check whether an answer is still being written. */
export const isOpen = ({ state }: Pick<Message, 'state'>): boolean => OPEN.has(state);

// Failures of a language model, beside the errors of its server.
const FAILURES_OF_MODELS: ReadonlySet<string> = new Set(['answer_too_slow', 'answer_limit_reached']);

/** Check whether a language model has failed, so that the offline reader can answer instead. */
export const isFailureOfModel = ({ errorCode }: Pick<Message, 'errorCode'>): boolean => errorCode.startsWith('llm_') || FAILURES_OF_MODELS.has(errorCode);

export const isQuestion = ({ role }: Pick<Message, 'role'>): boolean => role === 'USER';
