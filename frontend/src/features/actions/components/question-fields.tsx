import { t } from '@lingui/core/macro';
import { Plus, Trash2 } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { fieldError } from '@/lib/form-errors';

import type { Question } from '../model/action';
import styles from './action-dialog.module.css';

const MAX_FIELDS = 100;

interface QuestionFieldsProps {
  questions: readonly Question[];
  error: unknown;
  onChange: (questions: readonly Question[]) => void;
}

/** The fields to extract: a name and a question each. */
export function QuestionFields({ questions, error, onChange }: QuestionFieldsProps) {
  const change = (place: number, changes: Partial<Question>) => onChange(questions.map((each, index) => (index === place ? { ...each, ...changes } : each)));
  const remove = (place: number) => onChange(questions.filter((_, index) => index !== place));
  return (
    <fieldset className={styles['questions']}>
      <legend>{t`Fields`}</legend>
      {questions.map(({ name, question }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the fields have no other identity before they are saved
        <div key={place} className={styles['question']}>
          <Field label={t`Name of field ${place + 1}`} value={name} maxLength={100} placeholder={t`Rent`} error={fieldError(error, `fields.${place}.name`)} onChange={({ target }) => change(place, { name: target.value })} />
          <Field
            label={t`Question of field ${place + 1}`}
            value={question}
            maxLength={10_000}
            placeholder={t`How much is the rent, and how often is it due?`}
            error={fieldError(error, `fields.${place}.question`)}
            onChange={({ target }) => change(place, { question: target.value })}
          />
          <IconButton label={t`Remove field ${place + 1}`} icon={<Trash2 />} disabled={questions.length === 1} onClick={() => remove(place)} />
        </div>
      ))}
      <Button size="small" icon={<Plus aria-hidden="true" />} disabled={questions.length >= MAX_FIELDS} onClick={() => onChange([...questions, { name: '', question: '' }])}>
        {t`Add field`}
      </Button>
    </fieldset>
  );
}
