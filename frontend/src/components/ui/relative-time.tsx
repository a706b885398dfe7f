import { exactTime, relativeTime } from '@/lib/time';

export function RelativeTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={exactTime(iso)} className="numeric">
      {relativeTime(iso)}
    </time>
  );
}
