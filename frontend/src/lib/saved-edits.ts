// Objects as they were saved last, until the queries that show them have been loaded again.
import type { Base } from './drafts';
import type { Texts } from './edits';

interface SavedEdit {
  /** the versions that were replaced */
  superseded: ReadonlySet<string>;
  object: Base;
}

const saved = new Map<string, SavedEdit>();

/** Return the texts of an object that the server has answered with; those that it does not name are as they were sent. */
export function savedTexts(answer: object, sent: Texts): Texts {
  const current: Readonly<Record<string, unknown>> = { ...answer };
  return Object.fromEntries(Object.entries(sent).map(([name, text]) => [name, typeof current[name] === 'string' ? current[name] : text]));
}

/** Keep an object as it was saved. Return a function that forgets it, unless it was saved again. */
export function keepSaved(path: string, replaced: string, object: Base): () => void {
  const superseded = new Set(saved.get(path)?.superseded).add(replaced);
  superseded.delete(object.version);
  const edit = { superseded, object };
  saved.set(path, edit);
  return () => {
    if (saved.get(path) === edit) saved.delete(path);
  };
}

/** Return an object as it was saved last, if what is shown of it is older. */
export function latest(path: string, shown: Base): Base {
  const edit = saved.get(path);
  if (!edit?.superseded.has(shown.version)) return shown;
  return { version: edit.object.version, texts: { ...shown.texts, ...edit.object.texts } };
}
