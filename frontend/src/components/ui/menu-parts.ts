// The menu primitives, loaded when the pointer or the focus comes to a menu button, because they are large.
import { lazyPart } from '@/lib/lazy-part';

export const useMenuParts = lazyPart(async () => (await import('./menu-primitive')).Primitive);
