import { ShieldAlert, ShieldQuestionMark } from 'lucide-react';

import { Badge } from '@/components/ui/badge';

import { scanBadge, type Scanned } from '../model/scan';

/** The result of the virus scan, if it needs attention. */
export function ScanBadge({ document }: { document: Scanned }) {
  const badge = scanBadge(document);
  if (!badge) return null;
  const Icon = document.scan === 'INFECTED' ? ShieldAlert : ShieldQuestionMark;
  return (
    <Badge tone={badge.tone} icon={<Icon aria-hidden="true" />}>
      {badge.text}
    </Badge>
  );
}
