import { getRouteApi, useRouter } from '@tanstack/react-router';

import { SignInForm } from '@/features/session/components/sign-in-form';
import { useTitle } from '@/lib/title';

import styles from './sign-in-page.module.css';

const route = getRouteApi('/login');

export function SignInPage() {
  const { next = '/' } = route.useSearch();
  const router = useRouter();
  useTitle('Sign in');
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <header className={styles['brand']}>
          <img src="/static/app/favicon.svg" alt="" />
          <h1>Sign in to Cartulary</h1>
        </header>
        <SignInForm onSignedIn={() => router.history.push(next)} />
      </div>
    </main>
  );
}
