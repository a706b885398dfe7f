import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import type { SessionUser } from '@/features/session/api/session';
import { fieldError, formError } from '@/lib/form-errors';

import { useChangeProfile } from '../api/profile';
import { Section } from './section';

const ZONES = Intl.supportedValuesOf('timeZone');
const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Add the current value to the choices if the browser does not know it. */
const withCurrent = (choices: readonly string[], current: string) => (current === '' || choices.includes(current) ? choices : [current, ...choices]);

export function ProfileForm({ user }: { user: SessionUser }) {
  const [profile, setProfile] = useState({ name: user.name, time_zone: user.time_zone });
  const change = useChangeProfile('Profile saved.');
  return (
    <Section title="Profile" about={`User name: ${user.username}`}>
      <Form
        label="Profile"
        onSubmit={() => change.mutate(profile)}
        error={formError(change.error, ['name'])}
        actions={
          <div>
            <Button type="submit" variant="primary" busy={change.isPending}>
              Save
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
        <Labelled label="Time zone">
          <Select label="Time zone" value={profile.time_zone} onChange={({ target }) => setProfile({ ...profile, time_zone: target.value })}>
            <option value="">Same as browser ({BROWSER_ZONE})</option>
            {withCurrent(ZONES, profile.time_zone).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </Labelled>
        <HelpText>Cartulary is only in English for now.</HelpText>
      </Form>
    </Section>
  );
}
