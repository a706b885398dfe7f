import { csrfToken } from '@/lib/http';

import { Button } from '@/components/ui/button';

import type { Registration } from '../api/registration';
import styles from './front-door.module.css';

/** A form of its own: the browser itself goes to the provider, and comes back signed in. */
export function ProviderButton({ registration, next }: { registration: Registration; next: string }) {
  if (!registration.provider || !registration.provider_url) return null;
  return (
    <form className={styles['provider']} method="post" action={`${registration.provider_url}?next=${encodeURIComponent(next)}`}>
      <input type="hidden" name="csrfmiddlewaretoken" value={csrfToken()} />
      <Button type="submit">Continue with {registration.provider}</Button>
    </form>
  );
}
