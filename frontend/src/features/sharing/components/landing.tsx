import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Form } from '@/components/ui/form';
import { Skeleton } from '@/components/ui/skeleton';
import { sessionOptions } from '@/features/session/api/session';
import { FrontDoor } from '@/features/session/components/front-door';
import { toApiError, type ApiError } from '@/lib/errors';
import { exactTime } from '@/lib/time';

import { landingOptions, openLink, type Landing as LandingFacts, type OpenedLink } from '../api/links';
import { linkTrouble } from '../model/link-trouble';
import { ROLES } from '../model/roles';
import styles from './sharing.module.css';

interface LandingProps {
  token: string;
  onOpened: (opened: OpenedLink) => void;
}

function Trouble({ token, error, below, onRetry }: { token: string; error: ApiError; below: ReactNode; onRetry: () => void }) {
  const { title, about, again } = linkTrouble(token, error);
  return (
    <FrontDoor title={title} about={about} below={below}>
      {again && <Button onClick={onRetry}>Try again</Button>}
    </FrontDoor>
  );
}

function Facts({ landing, isStranger }: { landing: LandingFacts; isStranger: boolean }) {
  const role = ROLES.find(({ value }) => value === landing.role.toUpperCase());
  return (
    <dl className={styles['facts']}>
      <dt>What</dt>
      <dd>
        {landing.kind === 'document' ? 'Document' : 'Corpus'} “{landing.title}”
      </dd>
      <dt>Shared by</dt>
      <dd>{landing.shared_by}</dd>
      <dt>Until</dt>
      <dd>{landing.expires ? exactTime(landing.expires) : 'No end is set'}</dd>
      <dt>You are</dt>
      <dd>
        {isStranger ? 'A guest, who reads, searches and downloads' : role?.label}
        {!isStranger && <p className={styles['how']}>{role?.about}</p>}
        {isStranger && landing.role !== 'viewer' && <p className={styles['how']}>Once you have signed in: {role?.label}</p>}
      </dd>
    </dl>
  );
}

/** What a link opens, before it is opened. Looking at this page changes nothing. */
export function Landing({ token, onOpened }: LandingProps) {
  const queryClient = useQueryClient();
  const landing = useQuery(landingOptions(token));
  const { data: user } = useQuery(sessionOptions);
  const open = useMutation({
    mutationFn: () => openLink(token),
    onSuccess: async (opened) => {
      // What was out of sight until now may be in the cache as missing.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      onOpened(opened);
    },
  });
  const isStranger = user === null;
  const below = isStranger ? (
    <Link to="/login" search={{ next: `/s/${token}` }}>
      Sign in
    </Link>
  ) : (
    <Link to="/">Go to your documents</Link>
  );
  const error = landing.error ?? open.error;
  if (error) return <Trouble token={token} error={toApiError(error)} below={below} onRetry={() => (landing.error ? void landing.refetch() : open.reset())} />;
  if (!landing.data || user === undefined) {
    return (
      <FrontDoor title="Shared with you">
        <Skeleton height={120} />
      </FrontDoor>
    );
  }
  return (
    <FrontDoor title={`${landing.data.shared_by} shares a ${landing.data.kind} with you`} below={below}>
      <Form
        label="Open what is shared"
        onSubmit={() => open.mutate()}
        actions={
          <Button type="submit" variant="primary" busy={open.isPending}>
            Open the {landing.data.kind}
          </Button>
        }
      >
        <Facts landing={landing.data} isStranger={isStranger} />
      </Form>
    </FrontDoor>
  );
}
