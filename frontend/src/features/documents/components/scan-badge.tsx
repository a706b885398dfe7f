import { ShieldAlert, ShieldQuestionMark } from 'lucide-react';

import { Badge, type Tone } from '@/components/ui/badge';
import { SCAN_TEXTS } from '@/lib/messages/documents';

interface Scanned {
  scan: keyof typeof SCAN_TEXTS;
  /** the scan was not done although this installation requires it */
  isScanMissing: boolean;
}

const TONES: Record<Scanned['scan'], Tone> = { CLEAN: 'success', INFECTED: 'danger', PENDING: 'info', UNSCANNED: 'warning' };

/** Return the badge of a document; null if the result needs no attention. */
export function scanBadge({ scan, isScanMissing }: Scanned): { text: string; tone: Tone } | null {
  if (scan === 'CLEAN' || (scan === 'UNSCANNED' && !isScanMissing)) return null;
  return { text: SCAN_TEXTS[scan].short, tone: TONES[scan] };
}

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
