import { t } from '@lingui/core/macro';

import { csrfToken } from '@/lib/http';

import { Button } from '@/components/ui/button';

import type { Registration } from '../api/registration';
import styles from './auth-layout.module.css';

/** A form, because the browser navigates to the provider and returns with a session. */
export function ProviderButton({ registration, next }: { registration: Registration; next: string }) {
  if (!registration.provider || !registration.provider_url) return null;
  return (
    <form className={styles['provider']} method="post" action={registration.provider_url}>
      {/* not in the URL, which servers log: it may contain the token of a link */}
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="csrfmiddlewaretoken" value={csrfToken()} />
      <Button type="submit">{t`Continue with ${registration.provider}`}</Button>
    </form>
  );
}
