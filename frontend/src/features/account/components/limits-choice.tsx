import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { Checkbox } from '@/components/ui/checkbox';
import { ErrorNotice } from '@/components/ui/error-notice';
import { HelpText, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { corporaOptions } from '@/features/corpora/api/list-corpora';
import { teamsOptions } from '@/features/sharing/api/teams';

import type { Limits } from '../model/limits';
import styles from './account.module.css';

interface Option {
  id: string;
  name: string;
}

interface OptionListProps {
  legend: string;
  options: readonly Option[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
}

function OptionList({ legend, options, selected, onChange }: OptionListProps) {
  if (options.length === 0) return null;
  return (
    <fieldset className={styles['scopes']}>
      <legend>{legend}</legend>
      {options.map(({ id, name }) => (
        <div key={id} className={styles['scope']}>
          <Checkbox label={name} checked={selected.includes(id)} onChange={(on) => onChange(on ? [...selected, id] : selected.filter((other) => other !== id))} />
          <div aria-hidden="true">{name}</div>
        </div>
      ))}
    </fieldset>
  );
}

function ChosenLimits({ limits, onChange }: { limits: Limits; onChange: (limits: Limits) => void }) {
  const corpora = useQuery(corporaOptions());
  const teams = useQuery(teamsOptions);
  const error = corpora.error ?? teams.error;
  if (error) return <ErrorNotice title={t`Your corpora and teams could not be loaded`} error={error} />;
  if (!corpora.data || !teams.data) return <Skeleton height={56} />;
  return (
    <>
      <OptionList
        legend={t`Corpora`}
        options={corpora.data.map(({ uuid, title }) => ({ id: uuid, name: title }))}
        selected={limits.corpora}
        onChange={(chosen) => onChange({ ...limits, corpora: chosen })}
      />
      <OptionList legend={t`Shared with teams`} options={teams.data} selected={limits.teams} onChange={(chosen) => onChange({ ...limits, teams: chosen })} />
      <HelpText>{t`Everything else does not exist for this token. Uploads go to these corpora only.`}</HelpText>
    </>
  );
}

interface LimitsChoiceProps {
  /** null: not limited */
  limits: Limits | null;
  onChange: (limits: Limits | null) => void;
}

/** The choice between access to everything, and to some corpora and teams. */
export function LimitsChoice({ limits, onChange }: LimitsChoiceProps) {
  return (
    <>
      <Labelled label={t`Access`}>
        <Select
          label={t`Access`}
          value={limits ? 'chosen' : 'all'}
          onChange={({ target }) => onChange(target.value === 'all' ? null : { corpora: [], teams: [] })}
        >
          <option value="all">{t`Everything you can access`}</option>
          <option value="chosen">{t`Only some corpora or teams`}</option>
        </Select>
      </Labelled>
      {limits && <ChosenLimits limits={limits} onChange={onChange} />}
    </>
  );
}
