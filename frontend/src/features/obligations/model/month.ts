// Months and days as ISO texts, "2028-02" and "2028-02-29", without a time zone: obligations are due on days.

const iso = (date: Date): string => date.toISOString().slice(0, 10);

const firstOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

export const monthOf = (day: Date): string => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`;

/** Return the month so many months later, or earlier. */
export function addMonths(month: string, number: number): string {
  const first = firstOf(month);
  first.setUTCMonth(first.getUTCMonth() + number);
  return iso(first).slice(0, 7);
}

/** Return the weeks that a month is in, from Monday to Sunday, with the days of its neighbours. */
export function weeksOf(month: string): string[][] {
  const day = firstOf(month);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  const weeks: string[][] = [];
  while (iso(day) < `${addMonths(month, 1)}-01`) {
    weeks.push(
      Array.from({ length: 7 }, () => {
        const text = iso(day);
        day.setUTCDate(day.getUTCDate() + 1);
        return text;
      }),
    );
  }
  return weeks;
}

/** Group by the day on which each is due; those without a day are left out. */
export function byDay<Due extends { due: string | null }>(obligations: readonly Due[]): Map<string, Due[]> {
  const days = new Map<string, Due[]>();
  for (const each of obligations) if (each.due !== null) days.set(each.due, [...(days.get(each.due) ?? []), each]);
  return days;
}
