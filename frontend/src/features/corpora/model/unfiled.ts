/** Used instead of a folder id for documents that are in no folder. */
export const UNFILED = 'none';
