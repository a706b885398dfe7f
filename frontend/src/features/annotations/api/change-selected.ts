// Delete and relabel selected annotations of a corpus, each as one step of undo.
import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { offerUndo } from '@/features/edits/replay-edits';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';
import { showToast } from '@/lib/toasts';
import { keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { uuidv7 } from '@/lib/uuid';

import type { Label } from '../model/annotation';
import { variablesOf, type CorpusFilter } from '../model/corpus-filter';
import { labelInput } from './save-annotation';

const deletion = graphql(
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

const relabelling = graphql(
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
export const MAX_SELECTED = 1_000;

/** Some annotations, or those of a corpus that match the filter, without some. */
export type Selected = { uuids: readonly string[] } | { corpusId: string; filter: CorpusFilter; excluded: ReadonlySet<string> };

async function uuidsOf(selected: Selected): Promise<readonly string[]> {
  if ('uuids' in selected) return selected.uuids;
  const { corpusId, filter, excluded } = selected;
  const { annotations } = await request(keysQuery, { corpusId, first: MAX_SELECTED, ...variablesOf(filter) });
  return nodes(annotations)
    .map(({ uuid }) => uuid)
    .filter((uuid) => !excluded.has(uuid));
}

const AFFECTED = keysOf('annotations', 'bin', 'corpus-documents', 'corpus-labels', 'edits', 'labels', 'threads', 'todo');

/** Return the changes of the selected annotations; `onChanged` is called before the lists are loaded again. */
export function useChangeSelected(selected: Selected, onChanged: () => void) {
  const queryClient = useQueryClient();
  const report = (text: string, group: string) => {
    onChanged();
    showToast({ text, ...offerUndo(queryClient, group) });
  };
  const remove = useInvalidatingMutation({
    mutationFn: async (group: string) => (await mutate(deletion, { ids: [...(await uuidsOf(selected))], group })).deleted ?? 0,
    affected: AFFECTED,
    onSuccess: (deleted, group) => report(plural(deleted, { one: 'Moved # annotation to the bin.', other: 'Moved # annotations to the bin.' }), group),
  });
  const relabel = useInvalidatingMutation({
    mutationFn: async ({ label, group }: { label: Label; group: string }) => mutate(relabelling, { ids: [...(await uuidsOf(selected))], group, ...labelInput(label) }),
    affected: AFFECTED,
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
