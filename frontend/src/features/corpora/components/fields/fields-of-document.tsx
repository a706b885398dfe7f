import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { Waiting } from '@/features/edits/components/waiting';
import { useEditQueue, useEditStates } from '@/features/edits/edit-queue';
import { useStoredEdits } from '@/features/edits/use-stored-edits';
import { toApiError } from '@/lib/errors';
import { uuidv7 } from '@/lib/uuid';

import type { FieldEdit } from '../../api/field-edits';
import { documentFieldsOptions, fieldValuesOptions, type DocumentField, type FieldValue } from '../../api/fields';
import { valueText } from '../../model/field-filter';
import { FieldInput } from './field-input';
import styles from './fields.module.css';

interface FieldsOfDocumentProps {
  uuid: string;
  corpusId: string;
  editable: boolean;
}

const targetOf = (uuid: string, field: DocumentField) => `field:${uuid}:${field.uuid}`;

/** The last edit of a value on this page, and the error of one that was rejected. */
function useLastEdit(target: string) {
  const edits = useEditStates<FieldEdit>('field').filter(({ edit }) => edit.target === target);
  const failed = useStoredEdits(useEditQueue()?.place ?? '').failed.find(({ edit }) => edit.target === target);
  // After a conflict the value of the other user is shown.
  const refused = failed && !failed.isConflict ? (failed.edit as FieldEdit) : undefined;
  const last = edits.at(-1);
  return { waiting: last?.status === 'pending' ? last.edit : undefined, refused, isSaved: last?.status === 'success', failed };
}

const NO_VALUE: FieldValue = { values: [], version: '' };

function EditableValue({ field, stored: { values, version }, uuid }: { field: DocumentField; stored: FieldValue; uuid: string }) {
  const queue = useEditQueue();
  const target = targetOf(uuid, field);
  const { waiting, refused, isSaved, failed } = useLastEdit(target);
  const save = (changed: string[]) =>
    queue?.add({ type: 'field', group: uuidv7(), target, fieldId: field.uuid, name: field.name, values: changed, version, after: waiting?.group } satisfies FieldEdit);
  return (
    <div>
      <FieldInput
        field={field}
        values={(waiting ?? refused)?.values ?? values}
        error={failed?.message}
        onSave={save}
      />
      {field.description && <p className="muted">{field.description}</p>}
      <p role="status" className="muted">
        {waiting && <Waiting />}
        {isSaved && t`Saved`}
      </p>
    </div>
  );
}

/** The values of a document for the fields of a corpus. Inputs save when they are left, or with Enter. */
export function FieldsOfDocument({ uuid, corpusId, editable }: FieldsOfDocumentProps) {
  const fields = useQuery(documentFieldsOptions(corpusId));
  const values = useQuery(fieldValuesOptions(uuid, corpusId));
  if (!fields.isSuccess || !values.isSuccess) {
    const error = fields.error ?? values.error;
    return <p className="muted">{error ? toApiError(error).message : t`Loading…`}</p>;
  }
  if (fields.data.length === 0) return <p className="muted">{t`This corpus has no fields.`}</p>;
  if (!editable) {
    return (
      <dl className={styles['fields']}>
        {fields.data.map((field) => (
          <div key={field.uuid}>
            <dt className={styles['label']}>{field.name}</dt>
            <dd>{valueText(field, values.data.get(field.uuid)?.values ?? []) || t`None`}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <div className={styles['fields']}>
      {fields.data.map((field) => (
        <EditableValue key={field.uuid} field={field} stored={values.data.get(field.uuid) ?? NO_VALUE} uuid={uuid} />
      ))}
    </div>
  );
}
