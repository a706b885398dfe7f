// What the virus scanner says, in words. That nothing scans is no news where nothing should.
import type { Tone } from '@/components/ui/badge';

export interface Scanned {
  scan: 'UNSCANNED' | 'PENDING' | 'CLEAN' | 'INFECTED';
  scanIsMissing: boolean;
}

interface ScanWords {
  /** for those who look closer */
  detail: string;
  /** for everybody, where something is to be said */
  badge?: { word: string; tone: Tone };
}

export function scanWords({ scan, scanIsMissing }: Scanned): ScanWords {
  switch (scan) {
    case 'CLEAN':
      return { detail: 'scanned, no virus found' };
    case 'INFECTED':
      return { detail: 'a virus was found', badge: { word: 'Infected', tone: 'danger' } };
    case 'PENDING':
      return { detail: 'waits for the virus scan', badge: { word: 'Waits for the scan', tone: 'info' } };
    case 'UNSCANNED':
      return { detail: 'not scanned for viruses', ...(scanIsMissing && { badge: { word: 'Not scanned', tone: 'warning' } }) };
  }
}
