import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Tag, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { nextHue } from '@/lib/label-hues';

import { useChangeSelected, type Selected } from '../api/change-selected';
import { labelsOptions } from '../api/list-labels';
import type { Label } from '../model/annotation';
import { LabelPicker } from './label-picker';

interface ChangeSelectedProps {
  corpusId: string;
  selected: Selected;
  onChanged: () => void;
}

interface LabelDialogProps {
  corpusId: string;
  onPick: (label: Label) => void;
  onClose: () => void;
}

function LabelDialog({ corpusId, onPick, onClose }: LabelDialogProps) {
  const { data: labels } = useQuery(labelsOptions(corpusId));
  return (
    <Dialog open onOpenChange={onClose} title={t`Change label`}>
      {labels && (
        <LabelPicker labels={labels} name={t`New label`} onPick={onPick} onCreate={(name) => onPick({ id: '', name, color: nextHue(labels.map(({ color }) => color)) })} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Relabel or delete the selected annotations. */
export function ChangeSelected({ corpusId, selected, onChanged }: ChangeSelectedProps) {
  const { remove, relabel, isPending } = useChangeSelected(selected, onChanged);
  const [choosing, setChoosing] = useState(false);
  const close = () => setChoosing(false);
  const onPick = (label: Label) => {
    close();
    relabel(label);
  };
  return (
    <>
      <Button size="small" icon={<Tag aria-hidden="true" />} busy={isPending} onClick={() => setChoosing(true)}>
        {t`Change label…`}
      </Button>
      <Button size="small" variant="quiet" icon={<Trash2 aria-hidden="true" />} busy={isPending} onClick={remove}>
        {t`Delete`}
      </Button>
      {choosing && <LabelDialog {...{ corpusId, onPick }} onClose={close} />}
    </>
  );
}
