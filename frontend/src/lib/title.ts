import { useEffect } from 'react';

const NAME = 'Cartulary';

/** The page's name in the tab, for everyone who has more than one open. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${NAME}` : NAME;
  }, [title]);
}
