import { CircleAlert, CircleCheck, CircleX, LoaderCircle } from 'lucide-react';

import { Badge } from '@/components/ui/badge';

import { STATE_WORDS, type DocumentState } from '../model/state';

const ICONS: Record<DocumentState, typeof CircleCheck> = {
  PROCESSING: LoaderCircle,
  READY: CircleCheck,
  PARTIAL: CircleAlert,
  FAILED: CircleX,
};

export function StateBadge({ state }: { state: DocumentState }) {
  const Icon = ICONS[state];
  const { word, tone } = STATE_WORDS[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {word}
    </Badge>
  );
}
