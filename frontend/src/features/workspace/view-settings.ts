// What this browser remembers about the view of documents.
import { addTurns, isTurned, NO_TURNS, type Turns } from '@/features/viewer/model/turns';
import { readStored, writeStored } from '@/lib/stored';

const PREFIX = 'cartulary.view.';
const MAX_DOCUMENTS = 200;

export const readSetting = (name: string) => readStored(PREFIX + name);

export const writeSetting = (name: string, value: string) => writeStored(PREFIX + name, value);

type Stored = [document: string, turns: Turns][];

const isEntry = (value: unknown): value is Stored[number] => Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'object' && value[1] !== null;

function readAll(username: string): Stored {
  try {
    const stored: unknown = JSON.parse(readSetting(`turns.${username}`) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const quarter = (value: unknown) => addTurns(Math.trunc(Number(value)) || 0, 0);

/** Return the rotation of a document that a user has chosen in this browser. */
export function readTurns(document: string, username: string): Turns {
  const turns = readAll(username).find(([uuid]) => uuid === document)?.[1];
  if (!turns) return NO_TURNS;
  const pages = Object.entries(turns.pages ?? {}).map(([page, turn]) => [page, quarter(turn)]);
  return { document: quarter(turns.document), pages: Object.fromEntries(pages) };
}

/** Keep the rotation of a document. Those of the documents that were turned longest ago are forgotten. */
export function writeTurns(document: string, username: string, turns: Turns): void {
  const others = readAll(username).filter(([uuid]) => uuid !== document);
  const all: Stored = isTurned(turns) ? [...others, [document, turns]] : others;
  writeSetting(`turns.${username}`, JSON.stringify(all.slice(-MAX_DOCUMENTS)));
}
