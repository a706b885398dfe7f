import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { toApiError } from '@/lib/errors';
import { quoted } from '@/lib/format';

import type { CorpusLabel } from '../api/corpus-labels';
import { useMergeLabels } from '../api/edit-labels';
import { childrenOf } from '../model/label-tree';

interface MergeLabelProps {
  corpusId: string;
  label: CorpusLabel;
  /** all labels of the corpus */
  labels: readonly CorpusLabel[];
  onClose: () => void;
}

/** The dialog that merges a label into another one. */
export function MergeLabel({ corpusId, label, labels, onClose }: MergeLabelProps) {
  const merge = useMergeLabels(corpusId);
  const [chosen, setChosen] = useState('');
  const others = labels.filter(({ uuid, archived }) => uuid !== label.uuid && !archived);
  const children = childrenOf(labels, label.uuid).length;
  const into = others.find(({ uuid }) => uuid === chosen);
  const submit = () => {
    if (into) merge.mutate({ label, into }, { onSuccess: onClose });
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Merge ${quoted(label.name)}`}>
      <DialogBody>
        <Form
          onSubmit={submit}
          error={merge.isError ? toApiError(merge.error).message : undefined}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              <Button type="submit" variant="primary" busy={merge.isPending} disabled={!into}>
                {t`Merge`}
              </Button>
            </DialogActions>
          }
        >
          <Labelled label={t`Into`}>
            <Select label={t`Into`} value={into ? chosen : ''} onChange={(event) => setChosen(event.target.value)}>
              <option value="" disabled>
                {t`Choose a label`}
              </option>
              {others.map(({ uuid, path }) => (
                <option key={uuid} value={uuid}>
                  {path}
                </option>
              ))}
            </Select>
          </Labelled>
          <HelpText>
            {into
              ? t`${plural(label.annotationCount, { one: '# annotation', other: '# annotations' })} will get the label ${quoted(into.name)}, and ${quoted(label.name)} is moved to the bin.`
              : t`${plural(label.annotationCount, { one: '# annotation', other: '# annotations' })} will get the label that you choose.`}
          </HelpText>
          {children > 0 && <HelpText>{t`${plural(children, { one: '# label', other: '# labels' })} below it will move below the other one.`}</HelpText>}
        </Form>
      </DialogBody>
    </Dialog>
  );
}
