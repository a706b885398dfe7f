import { describe, expect, it } from 'vitest';

import { downloadWords, factName, factValue, inOrder, readingWords } from './findings';

describe('what was found', () => {
  it('has words for the usual facts and makes some of others', () => {
    expect([factName('author'), factName('last_modified_by'), factName('x')]).toEqual(['Author', 'Last modified by', 'X']);
  });

  it('comes in the order in which people look for it', () => {
    const facts = ['message_id', 'to', 'date', 'from', 'lines'].map((name) => ({ name }));
    expect(inOrder(facts).map(({ name }) => name)).toEqual(['from', 'to', 'date', 'message_id', 'lines']);
  });

  it('writes moments as people do and leaves the rest alone', () => {
    expect(factValue('2024-10-08T11:40:40+02:00')).toMatch(/2024/);
    expect(factValue('2024-10-08T11:40:40+02:00')).not.toMatch(/T11/);
    expect([factValue('2024'), factValue('2024-99-99T99:99'), factValue('Ada')]).toEqual(['2024', '2024-99-99T99:99', 'Ada']);
  });

  it('names a kind of download that it does not know as the server does', () => {
    expect(downloadWords('MARKDOWN').label).toBe('Markdown');
    expect(downloadWords('NEW').label).toBe('NEW');
  });

  it.each([
    [{ readPages: 0, pageCount: 3, readBy: '', confidence: null }, null],
    [{ readPages: 1, pageCount: 1, readBy: 'ppocr', confidence: 0.934 }, 'The page was read off pictures by OCR (PP-OCR, 93 % certain on average).'],
    [{ readPages: 3, pageCount: 3, readBy: 'ppocr, tesseract (rus)', confidence: 0.5 }, 'All 3 pages were read off pictures by OCR (PP-OCR, tesseract (rus), 50 % certain on average).'],
    [{ readPages: 1, pageCount: 3, readBy: '', confidence: null }, '1 of 3 pages was read off pictures by OCR.'],
    [{ readPages: 2, pageCount: 3, readBy: 'tesseract', confidence: null }, '2 of 3 pages were read off pictures by OCR (tesseract).'],
  ])('says how much was read off pictures', (read, words) => {
    expect(readingWords(read)).toBe(words);
  });
});
