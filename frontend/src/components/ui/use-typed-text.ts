import { useState } from 'react';

import { readDraft, writeDraft } from '@/lib/drafts';

export interface TypedText {
  text: string;
  change: (text: string) => void;
  /** forget the text: it was used, or discarded */
  forget: () => void;
}

/** A text that is kept while it is typed: it is there when its dialog is opened again, also after a reload. `place` names the field. */
export function useTypedText(place: string): TypedText {
  const [text, setText] = useState(() => readDraft(place));
  return {
    text,
    change: (next) => {
      setText(next);
      writeDraft(place, next);
    },
    forget: () => writeDraft(place, ''),
  };
}
