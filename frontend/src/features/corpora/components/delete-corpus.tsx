import { t } from '@lingui/core/macro';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useDeletion } from '@/features/bin/api/restore';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { binPeriod } from '@/lib/bin-period';
import { useCommands } from '@/lib/commands';
import { quoted } from '@/lib/format';
import { mutate } from '@/lib/graphql-client';

import type { CorpusDetail } from '../api/get-corpus';

const deleteCorpusMutation = graphql(
  `
    mutation DeleteCorpus($input: DeleteCorpusInput!) {
      deleteCorpus(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const useDeleteCorpus = (onSuccess: () => void) =>
  useDeletion({
    mutationFn: ({ uuid }: { uuid: string; title: string }) => mutate(deleteCorpusMutation, { id: uuid }),
    uuids: ({ uuid }) => [uuid],
    text: ({ title }) => t`Moved ${quoted(title)} to the bin.`,
    onSuccess,
  });

interface DeleteCorpusProps {
  corpus: CorpusDetail;
  onDeleted: () => void;
}

export function DeleteCorpus({ corpus: { uuid, title }, onDeleted }: DeleteCorpusProps) {
  const [open, setOpen] = useState(false);
  const remove = useDeleteCorpus(onDeleted);
  useCommands(() => [{ name: 'corpus.delete', text: t`Delete corpus`, run: () => setOpen(true) }]);
  return (
    <>
      <Button icon={<Trash2 aria-hidden="true" />} busy={remove.isPending} onClick={() => setOpen(true)}>
        {t`Delete`}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t`Delete ${quoted(title)}?`}
        confirm={t`Delete corpus`}
        onConfirm={() => remove.mutate({ uuid, title })}
      >
        {t`It is moved to the bin for ${binPeriod()}, with its annotations, labels, folders and shares. Its documents are kept.`}
      </ConfirmDialog>
    </>
  );
}
