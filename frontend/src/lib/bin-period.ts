// How long deleted objects can be restored: a setting of the server, part of the session.
import { count } from './format';

let days = 30;

export function setBinDays(value: number): void {
  days = value;
}

export const binPeriod = () => count(days, 'day');
