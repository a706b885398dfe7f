/** A folder of the corpus, to extract from the documents in it. */
export interface Folder {
  id: string;
  path: string;
}
