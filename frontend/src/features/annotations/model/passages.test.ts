import { describe, expect, it } from 'vitest';

import { documentOf, type TestBlock, type TestDocument } from '@/testing/block-pages';

import { expandSelection, sentenceAround } from './passages';
import { caretAt, spansOf, type Selection } from './selection';

const sentenceAt = (lease: TestDocument, word: string) => lease.textOf(sentenceAround(lease, lease.at(word)));

/** Return two pages, with a paragraph at the end of the first one. */
const twoPages = (next: TestBlock, last = 'all of the rent') => documentOf([[['PARAGRAPH', 'One two. The Tenant shall pay', last]], [next]]);

const HEADER: TestBlock = ['PAGE_HEADER', 'Lease Agreement'];
const footer = (page: string): TestBlock => ['PAGE_FOOTER', `Page ${page}`];

const LEASE = documentOf([
  [
    HEADER,
    ['HEADING', '4. Rent and Payment'],
    ['PARAGRAPH', 'Acme Inc. (“Tenant”) shall pay Mr. J. Smith, of No. 12 High Street, the rent', 'in U.S. Dollars under Sec. 4.2 of the Exhibit. Late payments bear interest.'],
    ['LIST_ITEM', '(a) the base rent; and'],
    ['LIST_ITEM', '(b) the costs of heating'],
    ['TABLE', 'Month | Amount due', 'January | Nine hundred dollars. Paid in advance.'],
    ['PARAGRAPH', 'This lease ends on the last day of its term. If the Tenant stays in the premises', 'with the consent of the'],
    ['FOOTNOTE', '1 Local law applies'],
    footer('1'),
  ],
  [HEADER, ['PARAGRAPH', 'Landlord, the lease goes on from month to month. Notice is due.'], ['HEADING', '5. Notices'], ['PARAGRAPH', 'Notices are in writing'], footer('2')],
]);

describe('a sentence', () => {
  it.each(['Acme', 'Smith,', '12', 'U.S.', '4.2', 'Exhibit.'])('with abbreviations is one sentence at %s, without the heading above', (word) => {
    expect(sentenceAt(LEASE, word)).toBe('Acme Inc. (“Tenant”) shall pay Mr. J. Smith, of No. 12 High Street, the rent in U.S. Dollars under Sec. 4.2 of the Exhibit.');
  });

  it('is bounded by headings, list items and cells', () => {
    expect(sentenceAt(LEASE, 'Payment')).toBe('4. Rent and Payment');
    expect(sentenceAt(LEASE, 'base')).toBe('(a) the base rent; and');
    expect(sentenceAt(LEASE, 'heating')).toBe('(b) the costs of heating');
    expect(sentenceAt(LEASE, 'Month')).toBe('Month');
    expect(sentenceAt(LEASE, 'due')).toBe('Amount due');
    expect(sentenceAt(LEASE, 'hundred')).toBe('Nine hundred dollars.');
    expect(sentenceAt(LEASE, 'Notices')).toBe('5. Notices');
  });

  it.each(['stays', 'Landlord,'])('goes on over a page break, at %s, without headers, footers and footnotes', (word) => {
    expect(sentenceAt(LEASE, word)).toBe('If the Tenant stays in the premises with the consent of the | Landlord, the lease goes on from month to month.');
  });

  it('ends with its page if a heading or another paragraph begins the next one', () => {
    expect(sentenceAt(twoPages(['HEADING', 'Notices']), 'Tenant')).toBe('The Tenant shall pay all of the rent');
    expect(sentenceAt(twoPages(['LIST_ITEM', '(a) by cheque']), 'Tenant')).toBe('The Tenant shall pay all of the rent');
    expect(sentenceAt(twoPages(['PARAGRAPH', 'Notices'], 'the rent as follows:'), 'Tenant')).toBe('The Tenant shall pay the rent as follows:');
    expect(sentenceAt(twoPages(['PARAGRAPH', 'Notices'], 'No.'), 'Tenant')).toBe('The Tenant shall pay No. | Notices');
    expect(sentenceAt(documentOf([[['PARAGRAPH', 'Lease Agreement']], [['PARAGRAPH', 'This lease begins.']]]), 'Agreement')).toBe('Lease Agreement');
  });

  it('goes on where the file says so', () => {
    const text = documentOf([[['PARAGRAPH', 'One. The rent']], [['CONTINUED', 'Due is paid. Two.']]]);
    expect(sentenceAt(text, 'rent')).toBe('The rent | Due is paid.');
  });

  it('may have hundreds of words', () => {
    const list = Array.from({ length: 300 }, (_, index) => `item${index},`);
    const text = documentOf([[['PARAGRAPH', `Before. The goods ${list.join(' ')}`, 'and others. After.']]]);
    expect(sentenceAround(text, text.at('item7,'))).toEqual([{ page: 1, first: 1, last: 304 }]);
  });

  it('without an end is bounded by lines that were ended on purpose', () => {
    const contents = documentOf([[['PARAGRAPH', '1. Rent ..... 4 /', '2. Deposit which the tenant', 'pays ..... 5 /', '3. Notices ..... 6']]]);
    expect(sentenceAt(contents, 'Deposit')).toBe('2. Deposit which the tenant pays ..... 5');
  });

  it('is bounded by empty lines while the structure is not loaded; without an end it is the line', () => {
    const text = documentOf([[['HEADING', '4. Rent'], ['PARAGRAPH', 'The Tenant pays', 'the rent. It is due'], ['PARAGRAPH', 'Notices']]], false);
    expect(sentenceAt(text, 'Tenant')).toBe('The Tenant pays the rent.');
    expect(sentenceAt(text, 'Rent')).toBe('4. Rent');
    expect(sentenceAt(text, 'due')).toBe('It is due');
  });

  it('is found fast in a page with thousands of words', () => {
    const text = documentOf([[['PARAGRAPH', ...Array.from({ length: 40 }, () => Array.from({ length: 500 }, () => 'word').join(' '))]]]);
    const start = performance.now();
    for (let token = 0; token < 20; token++) sentenceAround(text, { page: 1, token: token * 900 });
    expect((performance.now() - start) / 20).toBeLessThan(20);
  });
});

/** Return the texts of all steps. */
function stepsFrom(text: TestDocument, start: Selection): string[] {
  const steps: string[] = [];
  for (let selection: Selection | null = start; selection && steps.length < 10; selection = expandSelection(text, selection)) steps.push(text.textOf(spansOf({ ...selection, isWord: true }, text.words)));
  return steps;
}

describe('expanding', () => {
  it('selects the line, sentence, paragraph and page', () => {
    const text = documentOf([[['HEADING', 'Rent'], ['PARAGRAPH', 'One two three', 'four five. Six', 'seven.']]]);
    expect(stepsFrom(text, caretAt(text.at('two')))).toEqual(['two', 'One two three', 'One two three four five.', 'One two three four five. Six seven.', 'Rent One two three four five. Six seven.']);
  });

  it('selects the cell and the table', () => {
    const text = documentOf([[['TABLE', 'Month | Amount due', 'May | Nine'], ['PARAGRAPH', 'After.']]]);
    expect(stepsFrom(text, caretAt(text.at('due')))).toEqual(['due', 'Amount due', 'Month Amount due May Nine', 'Month Amount due May Nine After.']);
  });

  it('goes on over a page break', () => {
    const steps = stepsFrom(LEASE, caretAt(LEASE.at('Landlord,')));
    expect(steps.slice(1, 4)).toEqual([
      'Landlord, the lease goes on from month to month.',
      'If the Tenant stays in the premises with the consent of the | Landlord, the lease goes on from month to month.',
      'This lease ends on the last day of its term. If the Tenant stays in the premises with the consent of the | Landlord, the lease goes on from month to month. Notice is due.',
    ]);
    expect(steps.at(-1)).toMatch(/^Lease Agreement 4\. Rent .* Page 1 \| Lease Agreement .* Page 2$/);
  });

  it('expands a selection over pages', () => {
    const selection: Selection = { anchor: LEASE.at('stays'), head: LEASE.at('Landlord,') };
    expect(stepsFrom(LEASE, selection).slice(1, 3)).toEqual([
      'If the Tenant stays in the premises with the consent of the | Landlord, the lease goes on from month to month.',
      'This lease ends on the last day of its term. If the Tenant stays in the premises with the consent of the | Landlord, the lease goes on from month to month. Notice is due.',
    ]);
  });

  it('keeps parts elsewhere', () => {
    const text = documentOf([[['PARAGRAPH', 'One two.'], ['PARAGRAPH', 'Three four five.']]]);
    const expanded = expandSelection(text, { ...caretAt(text.at('four')), isWord: true, parts: [{ page: 1, first: 0, last: 0 }] });
    expect(expanded && text.textOf(spansOf(expanded, text.words))).toBe('One | Three four five.');
  });
});
