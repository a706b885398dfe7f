// The menu primitives, loaded after the page because they are large.
import { lazyPart } from '@/lib/lazy-part';

export const useMenuParts = lazyPart(async () => (await import('./menu-primitive')).Primitive);
