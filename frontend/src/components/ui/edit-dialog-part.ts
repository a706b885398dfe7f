import { lazyPart } from '@/lib/lazy-part';

/** The edit dialog for parts of the page that have it loaded before a connection may be lost. */
export const useEditDialogPart = lazyPart(() => import('./edit-dialog'));
