import { t } from '@lingui/core/macro';
import { Pencil } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { EditDialog } from '@/components/ui/edit-dialog';

import type { CorpusDetail } from '../api/get-corpus';

export function EditCorpus({ corpus: { uuid, title, description, version } }: { corpus: CorpusDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Pencil aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t`Edit`}
      </Button>
      {open && (
        <EditDialog
          title={t`Edit corpus`}
          path={`/api/v1/corpuses/${uuid}`}
          affected={[['corpus', uuid], ['corpora'], ['document']]}
          version={version}
          fields={[
            { name: 'title', label: t`Name`, value: title, maxLength: 200 },
            { name: 'description', label: t`Description`, value: description, optional: true },
          ]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
