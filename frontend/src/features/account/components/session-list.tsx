import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { Skeleton } from '@/components/ui/skeleton';
import { sendJson } from '@/lib/http';
import { exactTime } from '@/lib/time';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import styles from './account.module.css';
import { Section } from './section';

// Where the user is signed in.

const SESSIONS = '/api/v1/auth/sessions';
const KEY = ['active-sessions'];

interface ActiveSession {
  id: string;
  kind: 'browser' | 'program';
  created: string;
  last_used: string;
  expires: string;
  address: string | null;
  user_agent: string;
  is_current: boolean;
}

const activeSessionsOptions = queryOptions({
  queryKey: KEY,
  queryFn: async () => (await sendJson<{ results: ActiveSession[] }>(SESSIONS, 'GET')).results,
});

const useEndSession = () => useInvalidatingMutation({ mutationFn: (id: string) => sendJson<void>(`${SESSIONS}/${id}`, 'DELETE'), affected: [KEY] });

// What a `User-Agent` says about a browser, in the words that people use.

// In this order: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

const firstMatch = (table: readonly [RegExp, string][], text: string) => table.find(([pattern]) => pattern.test(text))?.[1];

/** Return "Firefox on Linux", the name of a program such as "python-httpx", or "Unknown browser". */
export function deviceName(userAgent: string, kind: 'browser' | 'program'): string {
  const browser = firstMatch(BROWSERS, userAgent);
  const system = firstMatch(SYSTEMS, userAgent);
  if (browser) return system ? t`${browser} on ${system}` : browser;
  const program = /^[\w.+-]+/.exec(userAgent)?.[0];
  return program ?? (kind === 'browser' ? t`Unknown browser` : t`Unknown program`);
}

function SessionItem({ session, busy, onEnd }: { session: ActiveSession; busy: boolean; onEnd: () => void }) {
  const { kind, created, last_used: used, address, user_agent: userAgent, is_current: isCurrent } = session;
  const name = deviceName(userAgent, kind);
  return (
    <li className={styles['item']}>
      <div>
        <p className={styles['name']} title={userAgent}>
          {name} {isCurrent && <Badge tone="neutral" icon={<Check aria-hidden="true" />}>{t`This browser`}</Badge>}
        </p>
        <p className={styles['facts']}>
          {address && <>{address} · </>}
          <Trans>
            signed in {exactTime(created)} · last used <RelativeTime iso={used} />
          </Trans>
        </p>
      </div>
      {!isCurrent && (
        <Button size="small" busy={busy} aria-label={t`Sign out ${name}`} onClick={onEnd}>
          {t`Sign out`}
        </Button>
      )}
    </li>
  );
}

/** The browsers and programs in which the user is signed in. */
export function SessionList() {
  const { data: sessions, error, refetch } = useQuery(activeSessionsOptions);
  const end = useEndSession();
  return (
    <Section wide title={t`Where you are signed in`} about={t`If you do not recognize one of these, sign it out and change your password.`}>
      {error && <ErrorNotice title={t`Your sessions could not be loaded`} error={error} onRetry={() => void refetch()} />}
      {!sessions && !error && <Skeleton height={56} />}
      {sessions && (
        <ul className={styles['list']} aria-label={t`Sessions`}>
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              busy={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}
