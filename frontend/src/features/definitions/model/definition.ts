/** A place in a document: a range of its text, in code points, and its page. */
export interface Place {
  page: number;
  start: number;
  end: number;
}

/** A term where it is defined, and the sentence that defines it. */
export interface Definition extends Place {
  term: string;
  text: string;
}

/** A reference to a heading of the same document. The offsets are code points of its text. */
export interface CrossReference {
  start: number;
  end: number;
  title: string;
  targetPage: number;
  targetStart: number;
  targetEnd: number;
}

export const targetOf = ({ targetPage, targetStart, targetEnd }: CrossReference): Place => ({ page: targetPage, start: targetStart, end: targetEnd });
