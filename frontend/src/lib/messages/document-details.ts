// Texts about the details of a document: its properties, OCR, downloads. Lists do not load them.

import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';

/** Names of document properties, in the order in which they are listed. */
const PROPERTY_NAMES: Readonly<Record<string, string>> = {
  title: t`Title`,
  subject: t`Subject`,
  from: t({ message: 'From', context: 'sender of an e-mail' }),
  to: t({ message: 'To', context: 'recipient of an e-mail' }),
  cc: t`Cc`,
  bcc: t`Bcc`,
  date: t`Date`,
  author: t`Author`,
  keywords: t`Keywords`,
  created: t`Created`,
  modified: t`Modified`,
  creator: t`Application`,
  producer: t`Created with`,
};

/** Return the label of a property; a property without one is shown by its name: "last_modified_by" -> "Last modified by". */
export function propertyLabel(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return PROPERTY_NAMES[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const ORDER = Object.keys(PROPERTY_NAMES);
const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

export const sortProperties = <Property extends { name: string }>(properties: readonly Property[]): Property[] =>
  properties.toSorted((a, b) => rank(a.name) - rank(b.name));

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const timestamps = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' });

/** Format timestamps; other values are shown as they are in the file. */
export function propertyValue(value: string): string {
  const time = TIMESTAMP.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : timestamps.format(time);
}

const DOWNLOAD_TEXTS: Readonly<Record<string, { label: string; about?: string }>> = {
  ORIGINAL: { label: t`Original`, about: t`The uploaded file` },
  PDF: { label: 'PDF', about: t`The pages shown here` },
  TEXT: { label: t`Plain text` },
  MARKDOWN: { label: 'Markdown', about: t`With headings and tables` },
  DOCLING: { label: 'DoclingDocument', about: t`Structure as JSON` },
  PAWLS: { label: 'PAWLs', about: t`Words and their positions as JSON` },
  PAWLS_COMPACT: { label: 'PAWLs v2 (compact)', about: t`The same in a smaller file` },
};

export const downloadText = (format: string): { label: string; about?: string } => DOWNLOAD_TEXTS[format] ?? { label: format };

interface OcrSummary {
  ocrPageCount: number;
  pageCount: number;
  ocrEngines: string;
  confidence: number | null;
}

/** Return how much of a document was read by OCR, by which engine and with what confidence; null if nothing was. */
export function ocrText({ ocrPageCount, pageCount, ocrEngines, confidence }: OcrSummary): string | null {
  if (ocrPageCount === 0) return null;
  const average = confidence === null ? '' : t`average confidence ${Math.round(confidence * 100)}%`;
  const details = [ocrEngines.replace('ppocr', 'PP-OCR'), average].filter(Boolean).join(', ');
  const engines = details && ` (${details})`;
  if (ocrPageCount === pageCount) return plural(pageCount, { one: `The page was read by OCR${engines}.`, other: `All # pages were read by OCR${engines}.` });
  return plural(ocrPageCount, { one: `# of ${pageCount} pages was read by OCR${engines}.`, other: `# of ${pageCount} pages were read by OCR${engines}.` });
}
