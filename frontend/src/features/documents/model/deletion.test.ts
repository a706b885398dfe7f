import { expect, it } from 'vitest';

import { countAttachments, rootsOf } from './deletion';

const document = (uuid: string, attachmentCount = 0, parent?: string) => ({ uuid, title: uuid, attachmentCount, parent: parent ? { uuid: parent } : null });

it.each([
  [[document('a')], ['a'], 0],
  [[document('a', 3)], ['a'], 3],
  [[document('a', 3), document('b', 0, 'a'), document('c')], ['a', 'c'], 2],
  [[document('b', 0, 'a')], ['b'], 0],
])('of %j, %j are deleted, with %i other attachments', (documents, roots, attachments) => {
  expect(rootsOf(documents).map(({ uuid }) => uuid)).toEqual(roots);
  expect(countAttachments(documents)).toBe(attachments);
});
