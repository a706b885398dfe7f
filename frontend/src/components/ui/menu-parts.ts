// What menus are made of: the heaviest of the small parts, so that it comes after the page.
import { later } from '@/lib/later';

export const useMenuParts = later(async () => (await import('./menu-primitive')).Primitive);
