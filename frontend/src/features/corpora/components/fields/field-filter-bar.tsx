import { t } from '@lingui/core/macro';

import inputStyles from '@/components/ui/field.module.css';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';

import type { CorpusDetail } from '../../api/get-corpus';
import type { FieldFilter } from '../../model/field-filter';
import styles from './fields.module.css';

type Field = CorpusDetail['fields'][number];

interface FieldFilterBarProps {
  /** of the corpus; they are loaded with it, so that the list does not move later */
  fields: readonly Field[];
  filter: FieldFilter;
  onChange: (filter: FieldFilter) => void;
}

interface ConditionProps {
  field: Field;
  filter: FieldFilter;
  onChange: (filter: FieldFilter) => void;
}

const NONE = '\u0000none';
const BOOLEANS = [
  ['true', t`Yes`],
  ['false', t`No`],
] as const;

/** A choice of one value, or of documents without one. */
function Choice({ field: { name, type, choices }, filter: { is, empty, ...others }, onChange }: ConditionProps) {
  const options = type === 'BOOLEAN' ? BOOLEANS : choices.map((choice) => [choice, choice] as const);
  const choose = (value: string) => onChange({ ...others, is: value === NONE || value === '' ? undefined : value, empty: value === NONE ? 'yes' : undefined });
  return (
    <Select label={t`Value of ${name}`} value={empty ? NONE : (is ?? '')} onChange={({ target }) => choose(target.value)}>
      <option value="">{t`Any value`}</option>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      <option value={NONE}>{t`No value`}</option>
    </Select>
  );
}

/** The least and the greatest number or date. */
function Range({ field: { name, type }, filter, onChange }: ConditionProps) {
  const input = (key: 'from' | 'to', label: string) => (
    <label className={styles['bound']}>
      {label}
      <input
        key={filter[key] ?? ''}
        className={inputStyles['input']}
        type={type === 'DATE' ? 'date' : 'text'}
        inputMode={type === 'DATE' ? undefined : 'decimal'}
        aria-label={t`${name}, ${label}`}
        defaultValue={filter[key] ?? ''}
        onBlur={({ target }) => target.value !== (filter[key] ?? '') && onChange({ ...filter, [key]: target.value || undefined })}
        onKeyDown={({ key: pressed, currentTarget }) => pressed === 'Enter' && currentTarget.blur()}
      />
    </label>
  );
  return (
    <>
      {input('from', t`from`)}
      {input('to', t`to`)}
    </>
  );
}

function Condition(props: ConditionProps) {
  const { field, filter, onChange } = props;
  switch (field.type) {
    case 'BOOLEAN':
    case 'ENUM':
    case 'LIST':
      return <Choice {...props} />;
    case 'NUMBER':
    case 'DATE':
      return <Range {...props} />;
    default:
      return <SearchField label={t`${field.name} contains`} value={filter.contains ?? ''} onChange={(text) => onChange({ ...filter, contains: text || undefined })} />;
  }
}

/** A choice of the field that is shown as a column of the list, and of the values that it has to have. */
export function FieldFilterBar({ fields, filter, onChange }: FieldFilterBarProps) {
  if (fields.length === 0) return null;
  const chosen = fields.find(({ uuid }) => uuid === filter.field);
  return (
    <>
      <Select label={t`Field`} value={chosen?.uuid ?? ''} onChange={({ target }) => onChange(target.value ? { field: target.value } : {})}>
        <option value="">{t`No field`}</option>
        {fields.map(({ uuid, name }) => (
          <option key={uuid} value={uuid}>
            {name}
          </option>
        ))}
      </Select>
      {chosen && <Condition key={chosen.uuid} field={chosen} filter={filter} onChange={onChange} />}
    </>
  );
}
