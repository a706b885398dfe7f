import type { Words } from '@/features/annotations/model/selection';

import { usePresence } from '../use-presence';
import { usePresenceParts } from '../use-presence-parts';

interface PresentUsersProps {
  documentId: string;
  page: number;
  words: Words;
  onPage: (page: number) => void;
}

/** Reports the visit, and lists the other users who have the document open. */
export function PresentUsers({ onPage, ...visit }: PresentUsersProps) {
  const present = usePresence(visit);
  const parts = usePresenceParts(present.length > 0);
  return parts && present.length > 0 && <parts.UserList present={present} onPage={onPage} />;
}
