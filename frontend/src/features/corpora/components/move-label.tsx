import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { quoted } from '@/lib/format';

import type { CorpusLabel } from '../api/corpus-labels';
import { parentsFor } from '../model/label-tree';

interface MoveLabelProps {
  label: CorpusLabel;
  /** all labels of the corpus */
  labels: readonly CorpusLabel[];
  onMove: (parentUuid: string | null) => void;
  onClose: () => void;
}

/** The dialog that moves a label below another one, or to the top. */
export function MoveLabel({ label, labels, onMove, onClose }: MoveLabelProps) {
  const [chosen, setChosen] = useState(label.parentUuid ?? '');
  const submit = () => {
    onMove(chosen || null);
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Move ${quoted(label.name)}`}>
      <DialogBody>
        <Form
          onSubmit={submit}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              <Button type="submit" variant="primary" disabled={chosen === (label.parentUuid ?? '')}>
                {t`Move`}
              </Button>
            </DialogActions>
          }
        >
          <Labelled label={t`Below`}>
            <Select label={t`Below`} value={chosen} onChange={(event) => setChosen(event.target.value)}>
              <option value="">{t`No label: at the top`}</option>
              {parentsFor(labels, label).map(({ uuid, path }) => (
                <option key={uuid} value={uuid}>
                  {path}
                </option>
              ))}
            </Select>
          </Labelled>
          <HelpText>{t`The labels below it move with it. Labels have at most three levels.`}</HelpText>
        </Form>
      </DialogBody>
    </Dialog>
  );
}
