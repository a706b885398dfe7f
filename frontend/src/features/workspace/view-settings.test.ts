import { beforeEach, describe, expect, it, vi } from 'vitest';

import { NO_TURNS, turnDocument, turnPage } from '@/features/viewer/model/turns';

import { readTurns, writeSetting, writeTurns } from './view-settings';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
});

describe('the rotation of documents', () => {
  const turned = turnPage(turnDocument(NO_TURNS, 1), 3, -1);

  it('is kept by document and user', () => {
    writeTurns('lease', 'ada', turned);
    expect(readTurns('lease', 'ada')).toEqual(turned);
    expect(readTurns('lease', 'grace')).toEqual(NO_TURNS);
    expect(readTurns('deed', 'ada')).toEqual(NO_TURNS);
  });

  it('is forgotten when it is turned back', () => {
    writeTurns('lease', 'ada', turned);
    writeTurns('lease', 'ada', NO_TURNS);
    expect([...stored.values()]).toEqual(['[]']);
  });

  it('is kept for the last 200 documents', () => {
    for (let number = 0; number < 210; number++) writeTurns(`document ${number}`, 'ada', turned);
    expect([readTurns('document 9', 'ada'), readTurns('document 10', 'ada')]).toEqual([NO_TURNS, turned]);
  });

  it.each(['', '{', '7', '[7, ["lease", null]]', '[["lease", {"document": "x"}]]'])('is none if the storage holds %s', (text) => {
    writeSetting('turns.ada', text);
    expect(readTurns('lease', 'ada')).toEqual(NO_TURNS);
  });
});
