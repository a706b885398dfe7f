import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { nextHue } from '@/lib/label-hues';

import { labelsOptions } from '../api/list-labels';
import type { Relation } from '../api/relations';
import type { Label } from '../model/annotation';
import { useRelationEdits } from '../use-relations';
import { LabelPicker } from './label-picker';

interface RelationLabelProps {
  relation: Relation;
  corpusId: string;
  /** called when the label was chosen, or is not to be changed */
  onClose: () => void;
}

/** Ask for another label of a relation. */
export function RelationLabel({ relation, corpusId, onClose }: RelationLabelProps) {
  const { data: labels = [] } = useQuery(labelsOptions(corpusId));
  const { relabel } = useRelationEdits();
  const save = (label: Label) => {
    onClose();
    relabel(relation, label);
  };
  return <LabelPicker labels={labels} name={t`Label of the relation`} onPick={save} onCreate={(name) => save({ id: '', name, color: nextHue(labels.map(({ color }) => color)) })} onClose={onClose} />;
}
