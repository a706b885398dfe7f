// Registration, and the pages that the links in e-mails lead to.
import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useReducer } from 'react';

import { Button } from '@/components/ui/button';
import { Form } from '@/components/ui/form';
import { Skeleton } from '@/components/ui/skeleton';
import { confirmAddress, invitationOptions, registrationOptions } from '@/features/session/api/registration';
import { sessionOptions, signOut } from '@/features/session/api/session';
import { AuthLayout } from '@/features/session/components/auth-layout';
import { ProviderButtons } from '@/features/session/components/provider-buttons';
import { ForgotPasswordForm, NewPasswordForm, SignUpForm } from '@/features/session/components/registration-forms';
import { SignInForm } from '@/features/session/components/sign-in-form';
import { toApiError } from '@/lib/errors';
import { useTitle } from '@/lib/title';
import { showToast } from '@/lib/toasts';

/** Return the token in the fragment of the URL, which browsers do not send to servers. */
const useToken = () => useRouterState({ select: (state) => state.location.hash });

const toSignIn = <Link to="/login">{t`Sign in`}</Link>;

export function JoinPage() {
  const token = useToken();
  const router = useRouter();
  const invitation = useQuery(invitationOptions(token));
  const registration = useQuery(registrationOptions);
  useTitle(t`Create account`);
  const enter = () => router.history.push('/');
  if (token !== '') {
    if (invitation.isError) return <AuthLayout title={t`This invitation is not valid`} about={toApiError(invitation.error).message} links={toSignIn} />;
    if (!invitation.data) return <Loading />;
    return (
      <AuthLayout title={t`Create account`} about={t`${invitation.data.invited_by} invited you to Cartulary.`} links={toSignIn}>
        <SignUpForm invitation={{ token, preview: invitation.data }} onSignedIn={enter} />
      </AuthLayout>
    );
  }
  if (registration.isError) return <AuthLayout title={t`Create account`} about={toApiError(registration.error).message} links={toSignIn} />;
  if (!registration.data) return <Loading />;
  if (registration.data.mode !== 'open') {
    return <AuthLayout title={t`You need an invitation`} about={t`Ask your administrator for one. You will receive an e-mail with a link.`} links={toSignIn} />;
  }
  return (
    <AuthLayout title={t`Create account`} links={toSignIn}>
      <SignUpForm onSignedIn={enter} />
    </AuthLayout>
  );
}

function Loading({ title = t`Create account` }: { title?: string }) {
  return (
    <AuthLayout title={title}>
      <Skeleton height={180} />
    </AuthLayout>
  );
}

export function ForgotPage() {
  useTitle(t`Forgot password`);
  return (
    <AuthLayout title={t`Forgot your password?`} about={t`We will send you an e-mail with a link to set a new one.`} links={toSignIn}>
      <ForgotPasswordForm />
    </AuthLayout>
  );
}

export function NewPasswordPage() {
  const token = useToken();
  const router = useRouter();
  useTitle(t`New password`);
  const done = () => {
    router.options.context.queryClient.clear();
    showToast({ text: t`Password changed. Sign in with your new password.` });
    void router.navigate({ to: '/login' });
  };
  return (
    <AuthLayout title={t`Set a new password`} links={<Link to="/forgot-password">{t`Send the e-mail again`}</Link>}>
      <NewPasswordForm token={token} onDone={done} />
    </AuthLayout>
  );
}

/** Asks for a sign-in first, without leaving the page: its URL contains the token. */
export function ConfirmAddressPage() {
  const token = useToken();
  const queryClient = useQueryClient();
  const session = useQuery(sessionOptions);
  const registration = useQuery(registrationOptions);
  // The sign-in empties the cache, so that this page has to look again.
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  const confirm = useMutation({ mutationFn: () => confirmAddress(token), onSuccess: () => queryClient.invalidateQueries() });
  const changeAccount = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      confirm.reset();
      queryClient.setQueryData(sessionOptions.queryKey, null);
    },
  });
  useTitle(t`Confirm your e-mail`);
  if (session.isPending) return <Loading title={t`Confirm your e-mail address`} />;
  if (!session.data) {
    return (
      <AuthLayout title={t`Sign in to confirm your e-mail`} about={t`Use the account that this e-mail address is for.`}>
        <SignInForm onSignedIn={lookAgain} />
        {registration.data && <ProviderButtons registration={registration.data} next={`/confirm-address#${token}`} />}
      </AuthLayout>
    );
  }
  const links = <Link to="/">{t`Go to your documents`}</Link>;
  if (confirm.isSuccess) return <AuthLayout title={t`Thank you`} about={t`Your e-mail address is confirmed.`} links={links} />;
  return (
    // A button instead of confirming on load: mail scanners follow links.
    <AuthLayout title={t`Confirm your e-mail address`} about={t`You are signed in as ${session.data.username}. Cartulary will send e-mails to this address.`} links={links}>
      <Form
        onSubmit={() => confirm.mutate()}
        error={confirm.isError ? toApiError(confirm.error).message : undefined}
        actions={
          <>
            <Button type="submit" variant="primary" busy={confirm.isPending}>
              {t`Confirm`}
            </Button>
            {confirm.isError && (
              <Button variant="quiet" busy={changeAccount.isPending} onClick={() => changeAccount.mutate()}>
                {t`Use another account`}
              </Button>
            )}
          </>
        }
      >
        {null}
      </Form>
    </AuthLayout>
  );
}
