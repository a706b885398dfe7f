import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';

import { registrationOptions } from '@/features/session/api/registration';
import { sessionOptions } from '@/features/session/api/session';
import { AuthLayout } from '@/features/session/components/auth-layout';
import { ProviderButtons } from '@/features/session/components/provider-buttons';
import { SignInForm } from '@/features/session/components/sign-in-form';
import { currentLanguage } from '@/lib/language';
import { useTitle } from '@/lib/title';

const route = getRouteApi('/login');

const PROBLEMS = {
  provider: t`Sign-in with the provider failed. Try again, or use your user name and password.`,
  no_account: t`You do not have an account yet. Ask your administrator for one.`,
  inactive: t`This account is disabled. Ask your administrator.`,
};

export function SignInPage() {
  const { next = '/', problem } = route.useSearch();
  const router = useRouter();
  const { data: registration } = useQuery(registrationOptions);
  const queryClient = useQueryClient();
  const open = () => {
    const language = queryClient.getQueryData(sessionOptions.queryKey)?.language;
    // The language of a page is loaded with it.
    if (language && language !== currentLanguage()) location.assign(next);
    else router.history.push(next);
  };
  useTitle(t`Sign in`);
  const links = (
    <>
      <Link to="/forgot-password">{t`Forgot your password?`}</Link>
      {registration?.mode === 'open' && <Link to="/join">{t`Create account`}</Link>}
    </>
  );
  return (
    <AuthLayout title={t`Sign in to Cartulary`} about={problem && <span role="alert">{PROBLEMS[problem]}</span>} links={links}>
      <SignInForm onSignedIn={open} />
      {registration && <ProviderButtons registration={registration} next={next} />}
    </AuthLayout>
  );
}
