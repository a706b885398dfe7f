// Comments that were not sent yet, kept for this tab: they survive a reload.


const keyOf = (place: string) => `comment-draft:${place}`;

export function readDraft(place: string): string {
  try {
    return sessionStorage.getItem(keyOf(place)) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(place: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(keyOf(place), text);
    else sessionStorage.removeItem(keyOf(place));
  } catch {
    // Storage is full or switched off: the text stays in the field.
  }
}
