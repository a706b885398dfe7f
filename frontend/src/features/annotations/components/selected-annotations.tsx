import { plural, t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Tag, Trash2, X } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { IconButton } from '@/components/ui/icon-button';
import { offerUndo } from '@/features/edits/replay-edits';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { formatNumber } from '@/lib/format';
import { mutate, request } from '@/lib/graphql-client';
import { nextHue } from '@/lib/label-hues';
import { nodes } from '@/lib/relay';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { uuidv7 } from '@/lib/uuid';

import { labelsOptions } from '../api/list-labels';
import { labelInput } from '../api/save-annotation';
import { isSuggestion, type Annotation, type Label } from '../model/annotation';
import { exportQuery, isReviewable, variablesOf, type CorpusFilter } from '../model/corpus-filter';
import type { AnnotationSelection } from '../use-annotation-selection';
import styles from './corpus-annotations.module.css';
import { ExportAnnotations } from './export-annotations';
import { LabelPicker } from './label-picker';
import { ReviewSuggestions } from './review-suggestions';

// Delete and relabel selected annotations of a corpus, each as one step of undo.

const deleteAnnotationsMutation = graphql(
  `
    mutation DeleteAnnotations($input: DeleteAnnotationsInput!) {
      deleteAnnotations(input: $input) {
        deleted
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const relabelAnnotationsMutation = graphql(
  `
    mutation RelabelAnnotations($input: RelabelAnnotationsInput!) {
      relabelAnnotations(input: $input) {
        relabelled
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const keysQuery = graphql(`
  query AnnotationKeys($corpusId: ID!, $first: Int!, $labelIds: [ID!], $source: AnnotationSource, $creatorId: ID, $review: AnnotationReview, $search: String, $documentId: ID, $createdAfter: DateTime, $createdBefore: DateTime, $placement: AnnotationPlacement) {
    annotations(corpusId: $corpusId, first: $first, labelIds: $labelIds, source: $source, creatorId: $creatorId, review: $review, search: $search, documentId: $documentId, createdAfter: $createdAfter, createdBefore: $createdBefore, placement: $placement) {
      edges {
        node {
          uuid
        }
      }
    }
  }
`);

/** The server takes so many at once. */
const MAX_SELECTED = 1_000;

/** Some annotations, or those of a corpus that match the filter, without some. */
type Selected = { uuids: readonly string[] } | { corpusId: string; filter: CorpusFilter; excluded: ReadonlySet<string> };

async function uuidsOf(selected: Selected): Promise<readonly string[]> {
  if ('uuids' in selected) return selected.uuids;
  const { corpusId, filter, excluded } = selected;
  const { annotations } = await request(keysQuery, { corpusId, first: MAX_SELECTED, ...variablesOf(filter) });
  return nodes(annotations)
    .map(({ uuid }) => uuid)
    .filter((uuid) => !excluded.has(uuid));
}

/** Return the changes of the selected annotations; `onChanged` is called before the lists are loaded again. */
function useChangeSelected(selected: Selected, onChanged: () => void) {
  const queryClient = useQueryClient();
  const report = (text: string, group: string) => {
    onChanged();
    showToast({ text, ...offerUndo(queryClient, group) });
  };
  const remove = useInvalidatingMutation({
    mutationFn: async (group: string) => (await mutate(deleteAnnotationsMutation, { annotationIds: [...(await uuidsOf(selected))], group })).deleted ?? 0,
    onSuccess: (deleted, group) => report(plural(deleted, { one: 'Moved # annotation to the bin.', other: 'Moved # annotations to the bin.' }), group),
  });
  const relabel = useInvalidatingMutation({
    mutationFn: async ({ label, group }: { label: Label; group: string }) => mutate(relabelAnnotationsMutation, { annotationIds: [...(await uuidsOf(selected))], group, ...labelInput(label) }),
    onSuccess: ({ relabelled }, { label: { name }, group }) => {
      if (relabelled) return report(plural(relabelled, { one: `# annotation has the label “${name}” now.`, other: `# annotations have the label “${name}” now.` }), group);
      onChanged();
      showToast({ text: t`All of them have the label “${name}” already.` });
    },
  });
  return {
    remove: () => remove.mutate(uuidv7()),
    relabel: (label: Label) => relabel.mutate({ label, group: uuidv7() }),
    isPending: remove.isPending || relabel.isPending,
  };
}

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
function ChangeSelected({ corpusId, selected, onChanged }: ChangeSelectedProps) {
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

interface SelectedAnnotationsProps {
  corpusId: string;
  filter: CorpusFilter;
  /** the loaded ones */
  rows: readonly Pick<Annotation, 'uuid' | 'review'>[];
  selection: AnnotationSelection;
  /** the number of annotations that match the filter */
  total: number;
  isMember: boolean;
  mayReview: boolean;
}

/** Accept or reject those of the selected annotations that are suggestions. */
function ReviewSelected({ corpusId, filter, rows, selection: { all, uuids, selected, count, clear }, total }: Omit<SelectedAnnotationsProps, 'isMember' | 'mayReview'>) {
  const label = t`Review selected suggestions`;
  if (!all || rows.length >= total) {
    const suggestions = rows.filter((each) => selected.has(each.uuid) && isSuggestion(each)).map(({ uuid }) => uuid);
    return suggestions.length > 0 && <ReviewSuggestions label={label} suggestions={{ uuids: suggestions }} count={suggestions.length} onReviewed={clear} />;
  }
  // The server takes no filter with exceptions.
  return uuids.size === 0 && isReviewable(filter) && <ReviewSuggestions label={label} suggestions={{ corpusId, filter }} count={count} onReviewed={clear} />;
}

/** Relabel or delete the selected annotations, as long as the server takes so many at once. */
function ChangeAll({ corpusId, filter, selection: { all, uuids, count, clear }, total }: Omit<SelectedAnnotationsProps, 'isMember' | 'mayReview'>) {
  if ((all ? total : count) > MAX_SELECTED) return null;
  const selected: Selected = all ? { corpusId, filter, excluded: uuids } : { uuids: [...uuids] };
  return <ChangeSelected {...{ corpusId, selected }} onChanged={clear} />;
}

/** The number of selected annotations, and what can be done with them. */
export function SelectedAnnotations({ mayReview, isMember, ...props }: SelectedAnnotationsProps) {
  const { corpusId, filter, selection, total } = props;
  const { all, uuids, count } = selection;
  const text = t`${formatNumber(count)} selected`;
  const query = all ? { ...exportQuery(filter), ...(uuids.size > 0 && { excluded: [...uuids] }) } : { annotation: [...uuids] };
  return (
    <div role="group" aria-label={t`Selected annotations`} className={styles['selected']}>
      <span className="muted small" role="status">
        {text}
      </span>
      {count < total && (
        <Button size="small" onClick={selection.selectAll}>
          {t`Select all ${formatNumber(total)}`}
        </Button>
      )}
      <IconButton label={t`Clear`} icon={<X aria-hidden="true" />} onClick={selection.clear} />
      {mayReview && <ReviewSelected {...props} />}
      {mayReview && <ChangeAll {...props} />}
      <ExportAnnotations corpusId={corpusId} filter={query} count={count} subject={text} isMember={isMember} />
    </div>
  );
}
