// The commands that can be run now, for the command palette. A component registers those that it can do, while it is mounted.
import { useEffect, useRef } from 'react';

import type { Shortcut } from './keymap';

export interface Command extends Partial<Shortcut> {
  name: string;
  text: string;
  run: () => void;
}

type List = () => readonly Command[];

/** the lists of the components that are mounted */
export const offered = new Set<{ readonly current: List }>();

/** Offer commands while the component is mounted. The function is called when the palette opens: what it returns may depend on the selection. */
export function useCommands(list: List): void {
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    offered.add(latest);
    return () => void offered.delete(latest);
  }, []);
}
