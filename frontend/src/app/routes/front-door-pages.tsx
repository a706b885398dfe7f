// The pages behind the links of letters, and the one for making an account.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';

import { Button } from '@/components/ui/button';
import { Form } from '@/components/ui/form';
import { Skeleton } from '@/components/ui/skeleton';
import { confirmAddress, invitationOptions, registrationOptions } from '@/features/session/api/registration';
import { ForgotForm } from '@/features/session/components/forgot-form';
import { FrontDoor } from '@/features/session/components/front-door';
import { NewPasswordForm } from '@/features/session/components/new-password-form';
import { SignUpForm } from '@/features/session/components/sign-up-form';
import { toApiError } from '@/lib/errors';
import { useTitle } from '@/lib/title';
import { showToast } from '@/lib/toasts';

/** What stands behind the # of the address: it never leaves the browser with a link. */
const useSecret = () => useRouterState({ select: (state) => state.location.hash });

const toSignIn = <Link to="/login">Sign in</Link>;

export function JoinPage() {
  const token = useSecret();
  const router = useRouter();
  const invitation = useQuery(invitationOptions(token));
  const registration = useQuery(registrationOptions);
  useTitle('Make an account');
  const enter = () => router.history.push('/');
  if (token !== '') {
    if (invitation.isError) return <FrontDoor title="This invitation cannot be used" about={toApiError(invitation.error).message} below={toSignIn} />;
    if (!invitation.data) return <Waiting />;
    return (
      <FrontDoor title="Make your account" about={`${invitation.data.invited_by} has invited you to Cartulary.`} below={toSignIn}>
        <SignUpForm invitation={{ token, invited: invitation.data }} onSignedIn={enter} />
      </FrontDoor>
    );
  }
  if (registration.isError) return <FrontDoor title="Make an account" about={toApiError(registration.error).message} below={toSignIn} />;
  if (!registration.data) return <Waiting />;
  if (registration.data.mode !== 'open') {
    return <FrontDoor title="You need an invitation" about="Ask whoever runs Cartulary here for one. It comes as a letter with a link." below={toSignIn} />;
  }
  return (
    <FrontDoor title="Make an account" below={toSignIn}>
      <SignUpForm onSignedIn={enter} />
    </FrontDoor>
  );
}

function Waiting() {
  return (
    <FrontDoor title="Make an account">
      <Skeleton height={180} />
    </FrontDoor>
  );
}

export function ForgotPage() {
  useTitle('Forgotten password');
  return (
    <FrontDoor title="Forgotten your password?" about="We send you a letter with which you can set a new one." below={toSignIn}>
      <ForgotForm />
    </FrontDoor>
  );
}

export function NewPasswordPage() {
  const token = useSecret();
  const router = useRouter();
  useTitle('New password');
  const done = () => {
    router.options.context.queryClient.clear();
    showToast({ text: 'Your password is set. Sign in with it.' });
    void router.navigate({ to: '/login' });
  };
  return (
    <FrontDoor title="Set a new password" below={<Link to="/forgot-password">Ask for another letter</Link>}>
      <NewPasswordForm token={token} onDone={done} />
    </FrontDoor>
  );
}

export function ConfirmAddressPage() {
  const token = useSecret();
  const confirm = useMutation({ mutationFn: () => confirmAddress(token) });
  useTitle('Confirm your address');
  const below = <Link to="/">Go to your documents</Link>;
  if (confirm.isSuccess) return <FrontDoor title="Thank you" about="Your address is confirmed." below={below} />;
  return (
    // A button, and not the mere visit: programs that look at letters follow links too.
    <FrontDoor title="Confirm your address" about="Letters from Cartulary will go there." below={below}>
      <Form
        onSubmit={() => confirm.mutate()}
        error={confirm.isError ? toApiError(confirm.error).message : undefined}
        actions={
          <Button type="submit" variant="primary" busy={confirm.isPending}>
            Confirm the address
          </Button>
        }
      >
        {null}
      </Form>
    </FrontDoor>
  );
}
