import { FileText } from 'lucide-react';

import { lazyPart } from '@/lib/lazy-part';

/** The icons of other types than texts, loaded after the first list. */
const useIcons = lazyPart(async () => (await import('./type-icons')).TYPE_ICONS);

/** The icon of a file type, beside its name. */
export function TypeIcon({ mimeType }: { mimeType: string }) {
  const icons = useIcons();
  const Icon = icons?.find(([types]) => types.test(mimeType))?.[1] ?? FileText;
  return <Icon aria-hidden="true" />;
}
