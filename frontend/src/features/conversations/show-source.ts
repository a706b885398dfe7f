// Sources of the open document are shown on its pages, instead of opening it again.
import { createContext } from 'react';

import type { Source } from './model/sources';

export interface ShowSource {
  document: string;
  show: (source: Source) => void;
}

export const ShowSourceContext = createContext<ShowSource | null>(null);
