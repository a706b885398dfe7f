/** A place in a document: a range of its text, in code points, and its page. */
export interface Place {
  page: number;
  start: number;
  end: number;
}
