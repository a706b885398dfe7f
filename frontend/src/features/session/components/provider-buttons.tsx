import { t } from '@lingui/core/macro';

import { csrfToken } from '@/lib/http';

import { Button } from '@/components/ui/button';

import type { Registration } from '../api/registration';
import styles from './auth-layout.module.css';

/** Forms, because the browser navigates to a provider and returns with a session. */
export function ProviderButtons({ registration, next }: { registration: Registration; next: string }) {
  return registration.providers.map(({ name, url }) => (
    <form key={url} className={styles['provider']} method="post" action={url}>
      {/* not in the URL, which servers log: it may contain the token of a link */}
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="csrfmiddlewaretoken" value={csrfToken()} />
      <Button type="submit">{t`Continue with ${name}`}</Button>
    </form>
  ));
}
