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
      <legend>Fields</legend>
      {questions.map(({ name, question }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the fields have no other identity before they are saved
        <div key={place} className={styles['question']}>
          <Field label={`Name of field ${place + 1}`} value={name} maxLength={100} placeholder="Rent" error={fieldError(error, `fields.${place}.name`)} onChange={({ target }) => change(place, { name: target.value })} />
          <Field
            label={`Question of field ${place + 1}`}
            value={question}
            maxLength={10_000}
            placeholder="How much is the rent, and how often is it due?"
            error={fieldError(error, `fields.${place}.question`)}
            onChange={({ target }) => change(place, { question: target.value })}
          />
          <IconButton label={`Remove field ${place + 1}`} icon={<Trash2 />} disabled={questions.length === 1} onClick={() => remove(place)} />
        </div>
      ))}
      <Button size="small" icon={<Plus aria-hidden="true" />} disabled={questions.length >= MAX_FIELDS} onClick={() => onChange([...questions, { name: '', question: '' }])}>
        Add field
      </Button>
    </fieldset>
  );
}
