// What was found in a document besides its text, in words.

/** In the order in which people look for them. */
const FACTS: Record<string, string> = {
  title: 'Title',
  subject: 'Subject',
  from: 'From',
  to: 'To',
  cc: 'Copy to',
  bcc: 'Blind copy to',
  date: 'Date',
  author: 'Author',
  keywords: 'Keywords',
  created: 'Created',
  modified: 'Changed',
  creator: 'Made with',
  producer: 'Written by',
};

/** "last_modified_by" -> "Last modified by" */
export function factName(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return FACTS[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const ORDER = Object.keys(FACTS);
const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** The server keeps no order among them; what has no word of ours comes last. */
export const inOrder = <Fact extends { name: string }>(facts: readonly Fact[]): Fact[] => facts.toSorted((a, b) => rank(a.name) - rank(b.name));

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Moments as people write them; everything else as the file says it. */
export function factValue(value: string): string {
  const moment = MOMENT.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? value : moments.format(moment);
}

const DOWNLOADS: Record<string, { label: string; about?: string }> = {
  ORIGINAL: { label: 'The original', about: 'as it was uploaded' },
  PDF: { label: 'PDF', about: 'what is shown here' },
  TEXT: { label: 'Plain text' },
  MARKDOWN: { label: 'Markdown', about: 'with headings and tables' },
  DOCLING: { label: 'DoclingDocument', about: 'structure as JSON' },
  PAWLS: { label: 'PAWLs', about: 'words and their places, JSON' },
  PAWLS_COMPACT: { label: 'PAWLs 2', about: 'the same, a third as large' },
};

export const downloadWords = (what: string) => DOWNLOADS[what] ?? { label: what };

export const percent = (share: number) => `${Math.round(share * 100)} %`;

interface Read {
  readPages: number;
  pageCount: number;
  readBy: string;
  confidence: number | null;
}

/** How much of a document was read off pictures, by what, and how surely; null when nothing was. */
export function readingWords({ readPages, pageCount, readBy, confidence }: Read): string | null {
  if (readPages === 0) return null;
  const pages = readPages === pageCount ? (pageCount === 1 ? 'The page was' : `All ${pageCount} pages were`) : `${readPages} of ${pageCount} pages ${readPages === 1 ? 'was' : 'were'}`;
  const sure = confidence === null ? '' : `${percent(confidence)} certain on average`;
  const how = [readBy.replace('ppocr', 'PP-OCR'), sure].filter(Boolean).join(', ');
  return `${pages} read off pictures by OCR${how && ` (${how})`}.`;
}
