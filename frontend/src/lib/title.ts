import { useEffect } from 'react';

const NAME = 'Cartulary';

/** Set the title of the browser tab. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${NAME}` : NAME;
  }, [title]);
}
