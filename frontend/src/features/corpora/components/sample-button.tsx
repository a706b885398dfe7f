import { t } from '@lingui/core/macro';
import { Sparkles } from 'lucide-react';

import { Button } from '@/components/ui/button';

import { useCreateSample } from '../api/create-corpus';

/** Adds a corpus with sample documents, labels and extracted fields. */
export function SampleButton({ onCreated }: { onCreated?: (uuid: string) => void }) {
  const create = useCreateSample();
  const add = () => create.mutate(undefined, { onSuccess: (corpus) => corpus && onCreated?.(corpus.uuid) });
  return (
    <Button variant="quiet" icon={<Sparkles aria-hidden="true" />} busy={create.isPending} onClick={add}>
      {t`Add sample documents`}
    </Button>
  );
}
