import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Select } from '@/components/ui/select';
import { toApiError } from '@/lib/errors';

import { documentFieldsOptions, useSetFieldValues } from '../../api/fields';
import { FieldInput } from './field-input';
import styles from './fields.module.css';

interface SetFieldDialogProps {
  corpusId: string;
  documentIds: readonly string[];
  onClose: () => void;
}

/** Set the value of documents for a field, or clear it. */
export function SetFieldDialog({ corpusId, documentIds, onClose }: SetFieldDialogProps) {
  const fields = useQuery(documentFieldsOptions(corpusId));
  const [chosen, setChosen] = useState('');
  const [values, setValues] = useState<string[]>([]);
  const setting = useSetFieldValues();
  const field = fields.data?.find(({ uuid }) => uuid === chosen) ?? fields.data?.[0];
  const error = setting.isError ? toApiError(setting.error).message : undefined;
  const choose = (uuid: string) => {
    setChosen(uuid);
    setValues([]);
  };
  return (
    <Dialog open onOpenChange={onClose} title={t`Set a field of ${plural(documentIds.length, { one: '# document', other: '# documents' })}`} description={t`All of them get the value; without one, theirs is cleared.`}>
      {fields.data?.length === 0 && <p>{t`This corpus has no fields. Create them in its tab “Labels”.`}</p>}
      {field && (
        <div className={styles['fields']}>
          <Select label={t`Field`} value={field.uuid} onChange={({ target }) => choose(target.value)}>
            {fields.data?.map(({ uuid, name }) => (
              <option key={uuid} value={uuid}>
                {name}
              </option>
            ))}
          </Select>
          <FieldInput key={field.uuid} field={field} values={values} error={error} onSave={setValues} />
          <footer>
            <Button
              variant="primary"
              busy={setting.isPending}
              onClick={() => setting.mutate({ fieldId: field.uuid, documentIds: [...documentIds], values }, { onSuccess: onClose })}
            >
              {t`Set field`}
            </Button>
          </footer>
        </div>
      )}
    </Dialog>
  );
}
