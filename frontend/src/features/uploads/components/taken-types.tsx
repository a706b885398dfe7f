import { useQuery } from '@tanstack/react-query';

import { fileTypesOptions } from '../api/file-types';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Says which files are taken, as the server names them. */
export function TakenTypes() {
  const { data } = useQuery(fileTypesOptions);
  if (!data || data.length === 0) return null;
  return <p className="muted small">Taken are {list.format([...new Set(data.map(({ name }) => name)), 'ZIP files of these'])}.</p>;
}
