import { plural, t } from '@lingui/core/macro';
import { CircleAlert, CloudOff } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '@/components/ui/badge';
import { useOpenPlace } from '@/features/edits/model/open-place';
import { useKeptPlaces, type KeptPlace } from '@/features/edits/use-kept-edits';
import { useConnection } from '@/lib/connection';

import styles from './edits-elsewhere.module.css';
import { KeptEditsDialog } from './kept-edits-dialog';
import { SendKeptEdits } from './send-kept-edits';

interface EditsElsewhereProps {
  username: string;
}

const sum = (places: readonly KeptPlace[], name: 'waiting' | 'failed') => places.reduce((total, each) => total + each[name], 0);

const changes = (count: number) => plural(count, { one: '# change', other: '# changes' });

function Counts({ places }: { places: readonly KeptPlace[] }) {
  const lost = useConnection((state) => state.lost);
  const waiting = lost ? sum(places, 'waiting') : 0;
  const failed = sum(places, 'failed');
  const documents = plural(places.length, { one: '# document', other: '# documents' });
  return (
    <>
      {waiting > 0 && (
        <Badge tone="warning" icon={<CloudOff aria-hidden="true" />}>
          {t`${changes(waiting)} in ${documents} waiting`}
        </Badge>
      )}
      {failed > 0 && (
        <Badge tone="danger" icon={<CircleAlert aria-hidden="true" />}>
          {t`${changes(failed)} in ${documents} not saved`}
        </Badge>
      )}
    </>
  );
}

/** Sends the edits of documents that are not open, and shows those that wait for a connection or were rejected. */
export function EditsElsewhere({ username }: EditsElsewhereProps) {
  const [open, setOpen] = useState(false);
  const lost = useConnection((state) => state.lost);
  // Those of the open document are shown on its own page.
  const openPlace = useOpenPlace((state) => state.place);
  const places = useKeptPlaces(username).filter(({ place }) => place !== openPlace);
  const shown = places.filter(({ waiting, failed }) => failed > 0 || (lost && waiting > 0));
  return (
    <>
      <SendKeptEdits username={username} openPlace={openPlace} />
      <span role="status">
        {shown.length > 0 && (
          <button type="button" className={styles['button']} onClick={() => setOpen(true)}>
            <Counts places={shown} />
          </button>
        )}
      </span>
      {open && <KeptEditsDialog places={places} onClose={() => setOpen(false)} />}
    </>
  );
}
