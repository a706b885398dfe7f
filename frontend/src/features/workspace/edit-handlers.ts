// What sends the edits of the parts of the page that are loaded later: one file, so that it is there when a connection is lost.
export { relationHandler as relation } from '@/features/annotations/api/relation-edits';
export { commentHandler as comment } from '@/features/comments/api/comment-edits';
export { documentLabelHandler as documentLabel } from '@/features/corpora/api/document-label-edits';
export { fieldHandler as field } from '@/features/corpora/api/field-edits';
export { textsHandler as texts } from '@/features/edits/texts-kind';
