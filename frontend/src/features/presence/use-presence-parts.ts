import { lazyPart } from '@/lib/lazy-part';

/** The list of other users and the layer with their selections. The list loads them once another user is present. */
export const usePresenceParts = lazyPart(() => import('./components/presence-parts'));
