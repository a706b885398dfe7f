import { plural, t } from '@lingui/core/macro';
import { CircleAlert, CloudOff } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '@/components/ui/badge';
import { useOpenQueue } from '@/features/edits/edit-queue';
import { scopeOf } from '@/features/edits/model/stored-edits';
import { useStoredPlaces, type StoredPlace } from '@/features/edits/use-stored-edits';
import { useConnection } from '@/lib/connection';

import styles from './edits-elsewhere.module.css';
import { StoredEditsDialog } from './stored-edits-dialog';
import { SendStoredEdits } from './send-stored-edits';

interface EditsElsewhereProps {
  username: string;
}

const sum = (places: readonly StoredPlace[], name: 'waiting' | 'failed') => places.reduce((total, each) => total + each[name], 0);

const changes = (count: number) => plural(count, { one: '# change', other: '# changes' });

/** Return where edits were made: "1 document", or "2 places" if some were made in lists. */
function placesText(places: readonly StoredPlace[]): string {
  const { length } = places;
  const areDocuments = places.every(({ place }) => scopeOf(place).documentId !== '');
  return areDocuments ? plural(length, { one: '# document', other: '# documents' }) : plural(length, { one: '# place', other: '# places' });
}

function Counts({ places }: { places: readonly StoredPlace[] }) {
  const lost = useConnection((state) => state.lost);
  const waiting = lost ? sum(places, 'waiting') : 0;
  const failed = sum(places, 'failed');
  const where = placesText(places);
  return (
    <>
      {waiting > 0 && (
        <Badge tone="warning" icon={<CloudOff aria-hidden="true" />}>
          {t`${changes(waiting)} in ${where} waiting`}
        </Badge>
      )}
      {failed > 0 && (
        <Badge tone="danger" icon={<CircleAlert aria-hidden="true" />}>
          {t`${changes(failed)} in ${where} not saved`}
        </Badge>
      )}
    </>
  );
}

/** Sends the edits of pages that are not open, and shows those that wait for a connection or were rejected. */
export function EditsElsewhere({ username }: EditsElsewhereProps) {
  const [open, setOpen] = useState(false);
  const lost = useConnection((state) => state.lost);
  // Those of the open page are shown apart.
  const openPlace = useOpenQueue((state) => state.queue?.place);
  const places = useStoredPlaces(username).filter(({ place }) => place !== openPlace);
  const shown = places.filter(({ waiting, failed }) => failed > 0 || (lost && waiting > 0));
  return (
    <>
      <SendStoredEdits username={username} openPlace={openPlace} />
      <span role="status">
        {shown.length > 0 && (
          <button type="button" className={styles['button']} onClick={() => setOpen(true)}>
            <Counts places={shown} />
          </button>
        )}
      </span>
      {open && <StoredEditsDialog places={places} onClose={() => setOpen(false)} />}
    </>
  );
}
