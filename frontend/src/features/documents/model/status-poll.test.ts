import { expect, it } from 'vitest';

import { processingPollInterval } from './status-poll';

const [ready, processing] = [{ state: 'READY' }, { state: 'PROCESSING' }];

it.each([
  [[], 1, false],
  [[ready, ready], 1, false],
  [[ready, processing], 1, 1000],
  [[processing], 4, 4000], // less often the more pages are loaded
  [[processing], 0, 1000],
])('%j over %i pages: %s', (documents, pages, every) => {
  expect(processingPollInterval(documents, pages)).toBe(every);
});
