import { CircleAlert, CircleCheck, CircleX, LoaderCircle } from 'lucide-react';

import { Badge } from '@/components/ui/badge';

import { DOCUMENT_STATE_TEXTS } from '@/lib/messages/documents';

import { STATE_TONES, type DocumentState } from '../model/state';

const ICONS: Record<DocumentState, typeof CircleCheck> = {
  PROCESSING: LoaderCircle,
  READY: CircleCheck,
  PARTIAL: CircleAlert,
  FAILED: CircleX,
};

export function StateBadge({ state }: { state: DocumentState }) {
  const Icon = ICONS[state];
  return (
    <Badge tone={STATE_TONES[state]} icon={<Icon aria-hidden="true" />}>
      {DOCUMENT_STATE_TEXTS[state]}
    </Badge>
  );
}
