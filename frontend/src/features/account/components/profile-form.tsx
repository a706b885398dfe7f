import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import type { SessionUser } from '@/features/session/api/session';
import { fieldError, formError } from '@/lib/form-errors';
import { LANGUAGES, setLanguage } from '@/lib/language';

import { useChangeProfile } from '../api/profile';
import { Section } from './section';

/** The language of the account. A change replaces a choice made in this browser, and loads the page again. */
function LanguageSelect({ user }: { user: SessionUser }) {
  const change = useChangeProfile(t`Profile saved.`);
  const choose = (language: string) => change.mutate({ language }, { onSuccess: () => setLanguage(null) });
  return (
    <Labelled label={t`Language`}>
      <Select label={t`Language`} value={change.variables?.language ?? user.language} onChange={({ target }) => choose(target.value)}>
        <option value="">{t`Same as browser`}</option>
        {Object.entries(LANGUAGES).map(([language, name]) => (
          <option key={language} value={language}>
            {name}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}

const ZONES = Intl.supportedValuesOf('timeZone');
const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Add the current value to the choices if the browser does not know it. */
const withCurrent = (choices: readonly string[], current: string) => (current === '' || choices.includes(current) ? choices : [current, ...choices]);

export function ProfileForm({ user }: { user: SessionUser }) {
  const [profile, setProfile] = useState({ name: user.name, time_zone: user.time_zone });
  const change = useChangeProfile(t`Profile saved.`);
  return (
    <Section title={t`Profile`} about={t`User name: ${user.username}`}>
      <Form
        label={t`Profile`}
        onSubmit={() => change.mutate(profile)}
        error={formError(change.error, ['name'])}
        actions={
          <div>
            <Button type="submit" variant="primary" busy={change.isPending}>
              {t`Save`}
            </Button>
          </div>
        }
      >
        <Field
          label={t`Name`}
          autoComplete="name"
          maxLength={150}
          value={profile.name}
          error={fieldError(change.error, 'name')}
          onChange={({ target }) => setProfile({ ...profile, name: target.value })}
        />
        <Labelled label={t`Time zone`}>
          <Select label={t`Time zone`} value={profile.time_zone} onChange={({ target }) => setProfile({ ...profile, time_zone: target.value })}>
            <option value="">{t`Same as browser (${BROWSER_ZONE})`}</option>
            {withCurrent(ZONES, profile.time_zone).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </Labelled>
      </Form>
      <LanguageSelect user={user} />
    </Section>
  );
}
