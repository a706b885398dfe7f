import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';

import { registrationOptions } from '@/features/session/api/registration';
import { AuthLayout } from '@/features/session/components/auth-layout';
import { ProviderButton } from '@/features/session/components/provider-button';
import { SignInForm } from '@/features/session/components/sign-in-form';
import { useTitle } from '@/lib/title';

const route = getRouteApi('/login');

const PROBLEMS = {
  provider: 'Sign-in with the provider failed. Try again, or use your user name and password.',
  no_account: 'You do not have an account yet. Ask your administrator for one.',
  inactive: 'This account is disabled. Ask your administrator.',
};

export function SignInPage() {
  const { next = '/', problem } = route.useSearch();
  const router = useRouter();
  const { data: registration } = useQuery(registrationOptions);
  useTitle('Sign in');
  const links = (
    <>
      <Link to="/forgot-password">Forgot your password?</Link>
      {registration?.mode === 'open' && <Link to="/join">Create account</Link>}
    </>
  );
  return (
    <AuthLayout title="Sign in to Cartulary" about={problem && <span role="alert">{PROBLEMS[problem]}</span>} links={links}>
      <SignInForm onSignedIn={() => router.history.push(next)} />
      {registration && <ProviderButton registration={registration} next={next} />}
    </AuthLayout>
  );
}
