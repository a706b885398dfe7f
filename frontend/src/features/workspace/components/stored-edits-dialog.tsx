import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import styles from '@/features/edits/components/failed-edits.module.css';
import { forgetEdit, readStored, scopeOf } from '@/features/edits/model/stored-edits';
import type { StoredPlace } from '@/features/edits/use-stored-edits';
import { quoted } from '@/lib/format';

interface StoredEditsDialogProps {
  places: readonly StoredPlace[];
  onClose: () => void;
}

const discard = (place: string) => readStored(place).failed.forEach(({ key }) => forgetEdit(place, key));

/** A link to the page where edits were made. */
function PlaceLink({ place, title, onClick }: Pick<StoredPlace, 'place' | 'title'> & { onClick: () => void }) {
  const { documentId, corpusId } = scopeOf(place);
  if (documentId)
    return (
      <Link to="/d/$uuid" params={{ uuid: documentId }} search={{ c: corpusId }} onClick={onClick}>
        {title || t`Untitled document`}
      </Link>
    );
  if (!corpusId) return <Link to="/" onClick={onClick}>{t`Documents`}</Link>;
  return (
    <Link to="/c/$uuid" params={{ uuid: corpusId }} onClick={onClick}>
      {title}
    </Link>
  );
}

function Item({ place: { place, title, waiting, failed }, onClose }: { place: StoredPlace; onClose: () => void }) {
  const name = quoted(title);
  return (
    <li className={styles['item']}>
      <PlaceLink place={place} title={title} onClick={onClose} />
      {waiting > 0 && <p className="muted small">{plural(waiting, { one: '# change waits for the connection', other: '# changes wait for the connection' })}</p>}
      {failed > 0 && (
        <>
          <p className="muted small">{plural(failed, { one: '# change was not saved', other: '# changes were not saved' })}</p>
          <div className={styles['buttons']}>
            <Button size="small" aria-label={t`Discard what was not saved: ${name}`} onClick={() => discard(place)}>
              {t`Discard what was not saved`}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

/** The pages with edits that the server does not have yet. */
export function StoredEditsDialog({ places, onClose }: StoredEditsDialogProps) {
  const isEmpty = places.length === 0;
  useEffect(() => {
    if (isEmpty) onClose();
  }, [isEmpty, onClose]);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Changes that are not saved yet`}
      description={t`Those that wait are sent when the connection is back, from any page. Open the page to see what was not saved, and why.`}
    >
      <DialogBody>
        <ul className={styles['list']} aria-label={t`Pages with changes that are not saved yet`}>
          {places.map((each) => (
            <Item key={each.place} place={each} onClose={onClose} />
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t`Close`}</Button>
      </DialogActions>
    </Dialog>
  );
}
