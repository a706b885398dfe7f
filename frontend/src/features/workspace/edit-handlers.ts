// What sends edits: one file that is loaded after the first view, so that it is there when a connection is lost.
export { annotationHandler as annotation } from '@/features/annotations/api/annotation-edits';
export { relationHandler as relation } from '@/features/annotations/api/relation-edits';
export { commentHandler as comment } from '@/features/comments/api/comment-edits';
export { documentLabelsHandler as documentLabels } from '@/features/corpora/api/document-label-edits';
export { fieldHandler as field } from '@/features/corpora/api/field-edits';
export { moveHandler as move } from '@/features/corpora/api/move-edits';
export { textsHandler as texts } from '@/features/edits/texts-kind';
export { cellHandler as cell } from '@/features/extracts/api/cell-edits';
