// Where the edits of the open document are kept.
import { create } from 'zustand';

export const useOpenPlace = create<{ place: string | undefined }>(() => ({ place: undefined }));

/** Set the place of the document that is opened; return what ends that. */
export function openPlace(place: string): () => void {
  useOpenPlace.setState({ place });
  return () => useOpenPlace.setState((state) => (state.place === place ? { place: undefined } : state));
}
