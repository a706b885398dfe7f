import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { PageFrame } from '@/components/ui/page-frame';
import { Tabs } from '@/components/ui/tabs';
import styles from '@/features/account/components/account.module.css';
import { ConnectPrograms } from '@/features/account/components/connect-programs';
import { InvitationList } from '@/features/account/components/invitation-list';
import { EmailForm, PasswordForm, ProfileForm } from '@/features/account/components/profile-forms';
import { SecretList } from '@/features/account/components/secret-list';
import { Section } from '@/features/account/components/section';
import { SessionList } from '@/features/account/components/session-list';
import { PasskeySection, SecondFactorSection } from '@/features/account/components/sign-in-methods';
import { TokenList } from '@/features/account/components/token-list';
import { scopesFor } from '@/features/account/model/scopes';
import { AuditList } from '@/features/audit/components/audit-list';
import { sessionOptions } from '@/features/session/api/session';
import { useTitle } from '@/lib/title';

import { useSignedOut } from '../sign-out';

const route = getRouteApi('/signed-in/account');

export function AccountPage() {
  const { tab = 'profile' } = route.useSearch();
  const navigate = route.useNavigate();
  // The link of the confirmation e-mail opens another tab: refetch when the user comes back to this one.
  const { data: user } = useQuery({ ...sessionOptions, refetchOnWindowFocus: 'always' });
  useTitle(t`Your account`);
  const signedOut = useSignedOut();
  if (!user) return null; // the route guard is redirecting
  const profile = (
    <div className={styles['sections']}>
      <ProfileForm user={user} />
      <EmailForm user={user} />
    </div>
  );
  const security = (
    <div className={styles['sections']}>
      <PasswordForm user={user} onSignedOut={signedOut} />
      {user.has_password && (
        <>
          <PasskeySection />
          <SecondFactorSection user={user} />
        </>
      )}
      <SessionList />
      <SecretList user={user} />
    </div>
  );
  const activity = (
    <div className={styles['sections']}>
      <Section wide title={t`Security activity`} about={t`Sign-ins, and changes of your password, e-mail address and API tokens.`}>
        <AuditList objectId={user.id} label={t`Security activity`} showActor={false} />
      </Section>
    </div>
  );
  const tokens = (
    <div className={styles['sections']}>
      <TokenList offered={scopesFor(user)} />
      <ConnectPrograms />
    </div>
  );
  const invitations = (
    <div className={styles['sections']}>
      <InvitationList />
    </div>
  );
  return (
    <PageFrame title={t`Your account`} about={user.name || user.username}>
      <Tabs
        label={t`Account settings`}
        value={tab === 'invitations' && !user.is_staff ? 'profile' : tab}
        onChange={(next) => void navigate({ search: { tab: next }, replace: true })}
        tabs={[
          { value: 'profile', label: t`Profile`, content: profile },
          { value: 'security', label: t`Security`, content: security },
          { value: 'activity', label: t`Audit log`, content: activity },
          { value: 'tokens', label: t`API tokens`, content: tokens },
          ...(user.is_staff ? [{ value: 'invitations' as const, label: t`Invitations`, content: invitations }] : []),
        ]}
      />
    </PageFrame>
  );
}
