import { ShieldAlert, ShieldQuestionMark } from 'lucide-react';

import { Badge } from '@/components/ui/badge';

import { scanWords, type Scanned } from '../model/scan';

/** Shown where something is to be said about the virus scan. */
export function ScanBadge({ document }: { document: Scanned }) {
  const { badge } = scanWords(document);
  if (!badge) return null;
  const Icon = document.scan === 'INFECTED' ? ShieldAlert : ShieldQuestionMark;
  return (
    <Badge tone={badge.tone} icon={<Icon aria-hidden="true" />}>
      {badge.word}
    </Badge>
  );
}
