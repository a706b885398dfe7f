// The commands that can be run now, for the command palette. A component registers those that it can do, while it is mounted.
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

import type { Shortcut } from './keymap';

export interface Command extends Partial<Shortcut> {
  name: string;
  text: string;
  run: () => void;
}

type List = () => readonly Command[];

type Offer = { readonly current: List };

/** The lists of the components that are mounted. */
export const useOffers = create<{ offers: readonly Offer[] }>(() => ({ offers: [] }));

/** Offer commands while the component is mounted. The function is called while the palette is open: what it returns may depend on the selection. */
export function useCommands(list: List): void {
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    useOffers.setState(({ offers }) => ({ offers: [...offers, latest] }));
    return () => useOffers.setState(({ offers }) => ({ offers: offers.filter((offer) => offer !== latest) }));
  }, []);
}
