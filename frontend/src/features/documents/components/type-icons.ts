import { Image, Mail, Presentation, Table } from 'lucide-react';

/** Icons by MIME type; the first that matches. */
export const TYPE_ICONS = [
  [/^image\//, Image],
  [/^message\/|outlook/, Mail],
  [/sheet|excel|csv|tab-separated/, Table],
  [/presentation|powerpoint/, Presentation],
] as const;
