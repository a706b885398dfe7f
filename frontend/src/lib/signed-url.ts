// Signed URLs: the signature changes from time to time, the file behind it does not.
import { useState } from 'react';

const SIGNATURE = new Set(['expires', 'signature']);

/** Return the URL without its signature: it names the file. */
export function unsigned(url: string): string {
  const [path, query = ''] = url.split('?');
  const rest = query.split('&').filter((parameter) => !SIGNATURE.has(parameter.split('=')[0] ?? ''));
  return rest[0] ? `${path}?${rest.join('&')}` : (path ?? '');
}

const isSameFile = (a: string | null, b: string | null) => a === b || (a !== null && b !== null && unsigned(a) === unsigned(b));

/** Return the first URL of a file as long as only its signature changes, so that the file is loaded once. */
export function useStableUrl(url: string | null): string | null {
  const [stable, setStable] = useState(url);
  if (isSameFile(stable, url)) return stable;
  setStable(url);
  return url;
}
