import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { toApiError } from '@/lib/errors';

import { documentFieldsOptions, fieldValuesOptions, useSetFieldValues, type DocumentField, type FieldValue } from '../../api/fields';
import { valueText } from '../../model/field-filter';
import { FieldInput } from './field-input';
import styles from './fields.module.css';

interface FieldsOfDocumentProps {
  uuid: string;
  corpusId: string;
  editable: boolean;
}

function saveState({ isPending, isSuccess }: { isPending: boolean; isSuccess: boolean }): string {
  if (isPending) return t`Saving…`;
  return isSuccess ? t`Saved` : '';
}

function EditableValue({ field, value, uuid, corpusId }: { field: DocumentField; value: FieldValue | undefined; uuid: string; corpusId: string }) {
  const setting = useSetFieldValues(corpusId);
  const version = value?.version ?? '';
  return (
    <div>
      <FieldInput
        key={version} // a value that was stored meanwhile replaces the draft
        field={field}
        values={value?.values ?? []}
        error={setting.isError ? toApiError(setting.error).message : undefined}
        onSave={(values) => setting.mutate({ fieldId: field.uuid, documentIds: [uuid], values, versions: [version] })}
      />
      {field.description && <p className="muted">{field.description}</p>}
      <p role="status" className="muted">
        {saveState(setting)}
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
        <EditableValue key={field.uuid} field={field} value={values.data.get(field.uuid)} uuid={uuid} corpusId={corpusId} />
      ))}
    </div>
  );
}
