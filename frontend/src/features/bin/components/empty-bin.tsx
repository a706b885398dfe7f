import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { inSentence } from '@/lib/format';
import { showToast } from '@/lib/toasts';

import { othersItemsOptions } from '../api/list-bin';
import { useEmptyBin } from '../api/purge';
import { BIN_KINDS } from '../model/bin-item';
import type { BinKind } from '../model/bin-kind';

interface EmptyBinProps {
  /** only what is of this kind */
  kind: BinKind | undefined;
  onShowJob: (uuid: string) => void;
}

export function EmptyBin({ kind, onShowJob }: EmptyBinProps) {
  const [open, setOpen] = useState(false);
  const empty = useEmptyBin();
  const { data: left = 0 } = useQuery({ ...othersItemsOptions(kind), enabled: open });
  const items = kind && inSentence(BIN_KINDS[kind].many);
  const name = items ? t`Delete all ${items}` : t`Empty bin`;
  const confirm = async () => {
    const { job } = await empty.mutateAsync(kind);
    showToast({ text: t`The bin is being emptied.`, ...(job && { action: { label: t`Show job`, run: () => onShowJob(job) } }) });
  };
  return (
    <>
      <Button icon={<Trash2 aria-hidden="true" />} busy={empty.isPending} onClick={() => setOpen(true)}>
        {name}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={kind ? t`${name} in the bin?` : t`Empty the bin?`}
        confirm={name}
        onConfirm={() => void confirm().catch(() => undefined)}
      >
        {items
          ? t`All ${items} in the bin that you own or deleted yourself will be removed, in the background. This cannot be undone.`
          : t`Everything in the bin that you own or deleted yourself will be removed, in the background. This cannot be undone.`}{' '}
        {left > 0 &&
          plural(left, {
            one: '# item that other users deleted in shared corpora stays in the bin.',
            other: '# items that other users deleted in shared corpora stay in the bin.',
          })}
      </ConfirmDialog>
    </>
  );
}
