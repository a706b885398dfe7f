// How long deleted objects can be restored: a setting of the server, part of the session.
import { plural } from '@lingui/core/macro';


let days = 30;

export function setBinDays(value: number): void {
  days = value;
}

export const binPeriod = () => plural(days, { one: '# day', other: '# days' });
