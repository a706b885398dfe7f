import { expect, test } from 'vitest';

import { withoutUnusedMembers } from './unused-members';

const CODE = `
class Page {
  static count = 0;
  #cache = null;
  constructor() { this.draw(); }
  draw() { send("sentName"); }
  sentName() {}
  onlyByItself() { this.onlyByItself(); this.onlyByUnused(); }
  onlyByUnused() { return this.#cache; }
  get calledByViewer() { return Page.count; }
  toString() { return ""; }
  save() {}
}
class Scan extends Page {
  onlyByItself() { super.onlyByItself(); }
  save() { super.save(); }
}
new Page().save();
`;

const membersIn = (code: string) => [...code.matchAll(/^ {2}(?:static |get )?([#\w]+)/gm)].map(([, name]) => name);

test('members that nothing uses are removed, with the members that only they use', () => {
  const rest = withoutUnusedMembers(CODE, { used: new Set(['calledByViewer']) });
  expect(membersIn(rest)).toEqual(['count', 'constructor', 'draw', 'sentName', 'calledByViewer', 'toString', 'save', 'save']);
});

test('members that the viewer does not need are removed although they are used', () => {
  const rest = withoutUnusedMembers(CODE, { used: new Set(), unneeded: /^Scan\.save$/ });
  expect(membersIn(rest)).toEqual(['constructor', 'draw', 'sentName', 'toString', 'save']);
});
