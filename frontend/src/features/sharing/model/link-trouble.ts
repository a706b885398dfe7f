// Why a link does not open, as far as it can be told, and what to do about it.
import type { ApiError } from '@/lib/errors';
import { exactTime } from '@/lib/time';

/** 32 random bytes as they stand in an address. */
const TOKEN_LENGTH = 43;

export interface LinkTrouble {
  title: string;
  about: string;
  /** it may work later */
  again: boolean;
}

export function linkTrouble(token: string, { code, message, data }: Pick<ApiError, 'code' | 'message' | 'data'>): LinkTrouble {
  if (code === 'link_expired') {
    const ended = typeof data['expired'] === 'string' ? ` on ${exactTime(data['expired'])}` : '';
    return { title: 'This link has ended', about: `It was made to work for a time only, which was over${ended}. Ask whoever sent it for a new one.`, again: false };
  }
  if (code !== 'link_not_found') return { title: 'The link could not be opened', about: message, again: true };
  if (token.length !== TOKEN_LENGTH) {
    return { title: 'This is not a whole link', about: 'A part of the address is missing or has changed. Copy all of it from where it was sent to you.', again: false };
  }
  return {
    title: 'This link does not work any more',
    about: 'Whoever shared it has withdrawn it, or what it opened was deleted. Ask them to share it anew.',
    again: false,
  };
}
