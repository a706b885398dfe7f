// Days as they are written in the language of the page.

import { i18n } from '@lingui/core';

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat(i18n.locale, { ...options, timeZone: 'UTC' });
  return (day: string): string => formatter.format(new Date(`${day}T00:00:00Z`));
};

export const formatDay = format({ dateStyle: 'medium' });

const month = format({ month: 'long', year: 'numeric' });

export const formatMonth = (name: string): string => month(`${name}-01`);

export const formatWeekday = format({ weekday: 'short' });
