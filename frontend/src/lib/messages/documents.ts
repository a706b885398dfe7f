// Texts about documents: states, file checks, properties, downloads.

export const DOCUMENT_STATE_TEXTS = {
  PROCESSING: 'Processing',
  READY: 'Ready',
  PARTIAL: 'Ready, with gaps',
  FAILED: 'Failed',
} as const;

const DAMAGE_TEXTS = {
  MISSING: 'The stored file is missing.',
  CHANGED: 'The stored file has changed since it was uploaded.',
} as const;

export const damageText = (damage: keyof typeof DAMAGE_TEXTS): string => DAMAGE_TEXTS[damage];

/** Results of the virus scan: the short text is for badges. */
export const SCAN_TEXTS = {
  CLEAN: { short: 'Virus-scanned', long: 'Virus-scanned, no virus found' },
  INFECTED: { short: 'Infected', long: 'A virus was found' },
  PENDING: { short: 'Waiting for virus scan', long: 'Waiting for virus scan' },
  UNSCANNED: { short: 'Not virus-scanned', long: 'Not virus-scanned' },
} as const;

/** Names of document properties, in the order in which they are listed. */
const PROPERTY_NAMES: Readonly<Record<string, string>> = {
  title: 'Title',
  subject: 'Subject',
  from: 'From',
  to: 'To',
  cc: 'Cc',
  bcc: 'Bcc',
  date: 'Date',
  author: 'Author',
  keywords: 'Keywords',
  created: 'Created',
  modified: 'Modified',
  creator: 'Application',
  producer: 'Created with',
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
const timestamps = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Format timestamps; other values are shown as they are in the file. */
export function propertyValue(value: string): string {
  const time = TIMESTAMP.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : timestamps.format(time);
}

const DOWNLOAD_TEXTS: Readonly<Record<string, { label: string; about?: string }>> = {
  ORIGINAL: { label: 'Original', about: 'The uploaded file' },
  PDF: { label: 'PDF', about: 'The pages shown here' },
  TEXT: { label: 'Plain text' },
  MARKDOWN: { label: 'Markdown', about: 'With headings and tables' },
  DOCLING: { label: 'DoclingDocument', about: 'Structure as JSON' },
  PAWLS: { label: 'PAWLs', about: 'Words and their positions as JSON' },
  PAWLS_COMPACT: { label: 'PAWLs v2 (compact)' },
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
  const all = pageCount === 1 ? 'The page was' : `All ${pageCount} pages were`;
  const pages = ocrPageCount === pageCount ? all : `${ocrPageCount} of ${pageCount} pages ${ocrPageCount === 1 ? 'was' : 'were'}`;
  const average = confidence === null ? '' : `average confidence ${Math.round(confidence * 100)}%`;
  const details = [ocrEngines.replace('ppocr', 'PP-OCR'), average].filter(Boolean).join(', ');
  return `${pages} read by OCR${details && ` (${details})`}.`;
}
