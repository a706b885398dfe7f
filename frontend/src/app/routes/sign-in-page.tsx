import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';

import { registrationOptions } from '@/features/session/api/registration';
import { FrontDoor } from '@/features/session/components/front-door';
import { ProviderButton } from '@/features/session/components/provider-button';
import { SignInForm } from '@/features/session/components/sign-in-form';
import { useTitle } from '@/lib/title';

const route = getRouteApi('/login');

const PROBLEMS = {
  provider: 'Signing in that way did not work. Try again, or use your user name and password.',
  no_account: 'You have no account here yet. Ask whoever runs Cartulary for one.',
  inactive: 'This account is not active. Ask whoever runs Cartulary here.',
};

export function SignInPage() {
  const { next = '/', problem } = route.useSearch();
  const router = useRouter();
  const { data: registration } = useQuery(registrationOptions);
  useTitle('Sign in');
  const below = (
    <>
      <Link to="/forgot-password">Forgotten your password?</Link>
      {registration?.mode === 'open' && <Link to="/join">Make an account</Link>}
    </>
  );
  return (
    <FrontDoor title="Sign in to Cartulary" about={problem && <span role="alert">{PROBLEMS[problem]}</span>} below={below}>
      <SignInForm onSignedIn={() => router.history.push(next)} />
      {registration && <ProviderButton registration={registration} next={next} />}
    </FrontDoor>
  );
}
