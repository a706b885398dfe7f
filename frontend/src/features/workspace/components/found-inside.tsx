import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { insideOptions } from '@/features/documents/api/list-inside';
import { FoundLink } from '@/features/documents/components/found-link';
import { PlaceTree } from '@/features/documents/components/place-tree';
import { placeTree } from '@/features/documents/model/place-tree';

import styles from './found-inside.module.css';

interface FoundInsideProps {
  document: DocumentDetail;
  corpus: string | undefined;
}

/** Where the tree begins: at the upload, or here where that is not for this reader's eyes. */
const rootOf = ({ uuid, title, place, parent }: DocumentDetail) => (parent ? { ...parent, place: '' } : { uuid, title, place });

/** The whole upload as a tree, wherever in it one is. */
export function FoundInside({ document, corpus }: FoundInsideProps) {
  const root = rootOf(document);
  const found = useQuery(insideOptions(root.uuid));
  if (found.isPending) return <SkeletonRows rows={4} label="Loading what was found inside" />;
  if (found.isError) return <ErrorNotice title="What was found inside could not be loaded" error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <nav className={styles['inside']} aria-label="Found inside">
      <Link
        to="/d/$uuid"
        params={{ uuid: root.uuid }}
        search={corpus ? { c: corpus } : {}}
        className={styles['root']}
        aria-current={root.uuid === document.uuid ? 'page' : undefined}
      >
        {root.title}
      </Link>
      <PlaceTree nodes={placeTree(found.data, ({ place }) => place, root.place)}>
        {(inside, name) => <FoundLink document={inside} name={name} current={inside.uuid === document.uuid} corpus={corpus} />}
      </PlaceTree>
    </nav>
  );
}
