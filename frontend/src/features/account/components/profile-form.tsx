import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form, Hint, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import type { SessionUser } from '@/features/session/api/session';
import { fieldError, formError } from '@/lib/form-errors';
import { languageName } from '@/lib/format';

import { useChangeProfile } from '../api/me';
import { Section } from './section';

const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sv'];
const ZONES = Intl.supportedValuesOf('timeZone');
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A value that somebody has set elsewhere stays a choice. */
const withOwn = (choices: readonly string[], own: string) => (own === '' || choices.includes(own) ? choices : [own, ...choices]);

export function ProfileForm({ user }: { user: SessionUser }) {
  const [profile, setProfile] = useState({ name: user.name, language: user.language, time_zone: user.time_zone });
  const change = useChangeProfile('Your profile is saved.');
  return (
    <Section title="Profile" about={`Your user name is ${user.username}.`}>
      <Form
        label="Profile"
        onSubmit={() => change.mutate(profile)}
        error={formError(change.error, ['name'])}
        actions={
          <div>
            <Button type="submit" variant="primary" busy={change.isPending}>
              Save the profile
            </Button>
          </div>
        }
      >
        <Field
          label="Name"
          autoComplete="name"
          maxLength={150}
          value={profile.name}
          error={fieldError(change.error, 'name')}
          onChange={({ target }) => setProfile({ ...profile, name: target.value })}
        />
        <Labelled label="Language">
          <Select label="Language" value={profile.language} onChange={({ target }) => setProfile({ ...profile, language: target.value })}>
            <option value="">Like the browser</option>
            {withOwn(LANGUAGES, profile.language).map((tag) => (
              <option key={tag} value={tag}>
                {languageName(tag)}
              </option>
            ))}
          </Select>
        </Labelled>
        <Hint>Pages and letters are in English so far; your language is kept for when they are in more.</Hint>
        <Labelled label="Time zone">
          <Select label="Time zone" value={profile.time_zone} onChange={({ target }) => setProfile({ ...profile, time_zone: target.value })}>
            <option value="">Like the browser ({HERE})</option>
            {withOwn(ZONES, profile.time_zone).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </Labelled>
      </Form>
    </Section>
  );
}
