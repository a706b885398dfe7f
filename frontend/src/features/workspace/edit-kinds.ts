// The kinds of edits that wait for a connection. What sends them is loaded with the parts of the page that make them, or when it is needed.
import { annotationKind } from '@/features/annotations/annotation-kind';
import type { EditKind } from '@/features/edits/edit-queue';

export const EDIT_KINDS: Readonly<Record<string, EditKind>> = {
  annotation: annotationKind,
  relation: { load: async () => (await import('@/features/annotations/api/relation-edits')).relationHandler },
  texts: { load: async () => (await import('@/features/edits/texts-kind')).textsHandler },
  comment: { load: async () => (await import('@/features/comments/api/comment-edits')).commentHandler },
  field: { load: async () => (await import('@/features/corpora/api/field-edits')).fieldHandler },
  'document-label': { load: async () => (await import('@/features/corpora/api/document-label-edits')).documentLabelHandler },
};
