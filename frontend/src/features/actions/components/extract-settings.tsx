import { t } from '@lingui/core/macro';

import { HelpText, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { fieldError } from '@/lib/form-errors';

import type { Engine, Fieldset } from '../api/actions';
import { hasOwnQuestions, type ActionDraft } from '../model/action';
import { QuestionFields } from './question-fields';

interface ExtractSettingsProps {
  draft: ActionDraft;
  error: unknown;
  fieldsets: readonly Fieldset[];
  engines: readonly Engine[];
  onChange: (changes: Partial<ActionDraft>) => void;
}

function FieldsetSelect({ draft, fieldsets, onChange }: Pick<ExtractSettingsProps, 'draft' | 'fieldsets' | 'onChange'>) {
  const chosen = fieldsets.find(({ uuid }) => uuid === draft.fieldset);
  return (
    <Labelled label={t`Questions`}>
      <Select label={t`Questions`} value={draft.fieldset} onChange={({ target }) => onChange({ fieldset: target.value })}>
        {draft.savedFieldset === '' && <option value="">{t`New questions`}</option>}
        {fieldsets.map(({ uuid, name }) => (
          <option key={uuid} value={uuid}>
            {name}
          </option>
        ))}
      </Select>
      {chosen && !hasOwnQuestions(draft) && <HelpText>{chosen.columns.map(({ name }) => name).join(', ')}</HelpText>}
    </Labelled>
  );
}

function EngineSelect({ draft, engines, error, onChange }: Pick<ExtractSettingsProps, 'draft' | 'engines' | 'error' | 'onChange'>) {
  const usual = engines.find(({ isDefault }) => isDefault);
  const problem = fieldError(error, 'engine');
  return (
    <Labelled label={t`Read by`}>
      <Select label={t`Read by`} value={draft.engine} aria-invalid={problem ? true : undefined} onChange={({ target }) => onChange({ engine: target.value })}>
        <option value="">{usual ? t`Default: ${usual.title}` : t`Default`}</option>
        {engines.map(({ name, title, isAvailable }) => (
          <option key={name} value={name} disabled={!isAvailable}>
            {isAvailable ? title : t`${title} (no language model is configured)`}
          </option>
        ))}
      </Select>
      {problem && <p role="alert">{problem}</p>}
    </Labelled>
  );
}

/** The questions of an extract action, and the engine that answers. */
export function ExtractSettings({ draft, error, fieldsets, engines, onChange }: ExtractSettingsProps) {
  return (
    <>
      {fieldsets.length > 0 && <FieldsetSelect {...{ draft, fieldsets, onChange }} />}
      {hasOwnQuestions(draft) && <QuestionFields questions={draft.questions} error={error} onChange={(questions) => onChange({ questions })} />}
      <EngineSelect {...{ draft, engines, error, onChange }} />
    </>
  );
}
