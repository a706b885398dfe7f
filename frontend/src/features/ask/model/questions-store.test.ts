import { expect, test } from 'vitest';

import { useQuestions } from './questions-store';

test('the newest question is the first, each is listed once, and documents have their own', () => {
  const { ask, remove } = useQuestions.getState();
  ask('lease', 'When does it end?');
  ask('lease', 'Who pays?');
  ask('lease', 'When does it end?');
  ask('will', 'Who inherits?');
  expect(useQuestions.getState().questions).toEqual({ lease: ['When does it end?', 'Who pays?'], will: ['Who inherits?'] });
  remove('lease', 'When does it end?');
  expect(useQuestions.getState().questions['lease']).toEqual(['Who pays?']);
});
