import { t } from '@lingui/core/macro';

import { Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import type { SessionUser } from '@/features/session/api/session';
import { LANGUAGES, setLanguage } from '@/lib/language';

import { useChangeProfile } from '../api/profile';

/** The language of the account. A change replaces a choice made in this browser, and loads the page again. */
export function LanguageSelect({ user }: { user: SessionUser }) {
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
