import { describe, expect, it } from 'vitest';

import { downloadText, ocrText, propertyLabel, propertyValue, sortProperties } from './document-details';

describe('document properties', () => {
  it('have labels, derived from their name if unknown', () => {
    expect([propertyLabel('author'), propertyLabel('last_modified_by'), propertyLabel('x')]).toEqual(['Author', 'Last modified by', 'X']);
  });

  it('are sorted by importance', () => {
    const properties = ['message_id', 'to', 'date', 'from', 'lines'].map((name) => ({ name }));
    expect(sortProperties(properties).map(({ name }) => name)).toEqual(['from', 'to', 'date', 'message_id', 'lines']);
  });

  it('format timestamps and leave other values unchanged', () => {
    expect(propertyValue('2024-10-08T11:40:40+02:00')).toMatch(/2024/);
    expect(propertyValue('2024-10-08T11:40:40+02:00')).not.toMatch(/T11/);
    expect([propertyValue('2024'), propertyValue('2024-99-99T99:99'), propertyValue('Ada')]).toEqual(['2024', '2024-99-99T99:99', 'Ada']);
  });
});

it('downloads of unknown formats are labelled with the name of the format', () => {
  expect(downloadText('MARKDOWN').label).toBe('Markdown');
  expect(downloadText('NEW').label).toBe('NEW');
});

it.each([
  [{ ocrPageCount: 0, pageCount: 3, ocrEngines: '', confidence: null }, null],
  [{ ocrPageCount: 1, pageCount: 1, ocrEngines: 'ppocr', confidence: 0.934 }, 'The page was read by OCR (PP-OCR, average confidence 93%).'],
  [{ ocrPageCount: 3, pageCount: 3, ocrEngines: 'ppocr, tesseract (rus)', confidence: 0.5 }, 'All 3 pages were read by OCR (PP-OCR, tesseract (rus), average confidence 50%).'],
  [{ ocrPageCount: 1, pageCount: 3, ocrEngines: '', confidence: null }, '1 of 3 pages was read by OCR.'],
  [{ ocrPageCount: 2, pageCount: 3, ocrEngines: 'tesseract', confidence: null }, '2 of 3 pages were read by OCR (tesseract).'],
])('the OCR summary of %j', (summary, text) => {
  expect(ocrText(summary)).toBe(text);
});
