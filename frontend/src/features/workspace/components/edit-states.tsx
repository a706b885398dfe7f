import { plural, t } from '@lingui/core/macro';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { annotationsOptions } from '@/features/annotations/api/list-annotations';
import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import failedEditsStyles from '@/features/edits/components/failed-edits.module.css';
import { SaveState } from '@/features/edits/components/save-state';
import { useOpenQueue, type EditQueue } from '@/features/edits/edit-queue';
import { forgetEdit, placesOf, readStored, scopeOf } from '@/features/edits/model/stored-edits';
import { storeRejected, useSendEdits } from '@/features/edits/use-send-edits';
import { useStoredPlaces, type StoredPlace } from '@/features/edits/use-stored-edits';
import { useConnection } from '@/lib/connection';
import { isNotFound, toApiError } from '@/lib/errors';
import { quoted } from '@/lib/format';

import { EDIT_KINDS, pageEditsKey, useEditHandlers } from '../edit-kinds';
import styles from './edit-states.module.css';
import { PageEdits } from './page-edits';

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

function PlaceItem({ place: { place, title, waiting, failed }, onClose }: { place: StoredPlace; onClose: () => void }) {
  const name = quoted(title);
  return (
    <li className={failedEditsStyles['item']}>
      <PlaceLink place={place} title={title} onClick={onClose} />
      {waiting > 0 && <p className="muted small">{plural(waiting, { one: '# change waits for the connection', other: '# changes wait for the connection' })}</p>}
      {failed > 0 && (
        <>
          <p className="muted small">{plural(failed, { one: '# change was not saved', other: '# changes were not saved' })}</p>
          <div className={failedEditsStyles['buttons']}>
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
function StoredEditsDialog({ places, onClose }: StoredEditsDialogProps) {
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
        <ul className={failedEditsStyles['list']} aria-label={t`Pages with changes that are not saved yet`}>
          {places.map((each) => (
            <PlaceItem key={each.place} place={each} onClose={onClose} />
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t`Close`}</Button>
      </DialogActions>
    </Dialog>
  );
}

const isOutOfReach = (error: Error) => isNotFound(error) || toApiError(error).code === 'not_allowed';

/** Keep the edits of a document that cannot be opened any more as rejected ones. */
async function rejectAll(place: string, error: Error): Promise<void> {
  for (const { key, edit } of readStored(place).waiting) {
    const kind = EDIT_KINDS[edit.type];
    // oxlint-disable-next-line no-await-in-loop -- in their order
    if (kind) await storeRejected(kind, { place, key, edit }, error);
  }
}

/** Sends the edits that were made in lists. */
function SendListPlace({ place }: { place: string }) {
  const scope = scopeOf(place);
  useSendEdits({ ...scope, title: readStored(place).title, mutationKey: pageEditsKey(scope.corpusId), kinds: EDIT_KINDS, isReady: true });
  return null;
}

/** Sends the edits of a document. */
function SendDocumentPlace({ place }: { place: string }) {
  const scope = scopeOf(place);
  const options = annotationsOptions(scope.documentId, scope.corpusId);
  const { data, error } = useQuery(options);
  const isSending = useIsMutating({ mutationKey: options.queryKey }) > 0;
  useSendEdits({ ...scope, title: readStored(place).title, mutationKey: options.queryKey, kinds: EDIT_KINDS, isReady: data !== undefined });
  useEffect(() => {
    if (error && data === undefined && !isSending && isOutOfReach(error)) void rejectAll(place, error);
  }, [error, data, isSending, place]);
  return null;
}

/** Return a number that changes when the connection is back, and when the user comes back to the page: another tab may have been closed. */
function useResendCount(): number {
  const [count, setCount] = useState(0);
  const lost = useConnection((state) => state.lost);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && setCount((before) => before + 1);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return lost ? -1 : count;
}

interface SendStoredEditsProps {
  username: string;
  /** the place of the open page, which sends its edits itself */
  openPlace: string | undefined;
}

/** Sends the edits of earlier visits to pages other than the open one. */
function SendStoredEdits(props: SendStoredEditsProps) {
  const count = useResendCount();
  // What other tabs add meanwhile, they send themselves.
  return <SendPlaces key={`${props.username} ${count}`} {...props} />;
}

function SendPlaces({ username, openPlace }: SendStoredEditsProps) {
  const [places] = useState(() => placesOf(username).filter((place) => readStored(place).waiting.length > 0));
  return places.filter((place) => place !== openPlace).map((place) => (scopeOf(place).documentId ? <SendDocumentPlace key={place} place={place} /> : <SendListPlace key={place} place={place} />));
}

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
function EditsElsewhere({ username }: EditsElsewhereProps) {
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

/** The state of the edits of the open page. */
function OpenEdits({ queue }: { queue: EditQueue }) {
  const isDocument = scopeOf(queue.place).documentId !== '';
  // Edits that were undone are not in the queue.
  const hasHistory = useAnnotatorState(({ history }) => history.past.length + history.future.length > 0);
  return <SaveState queue={queue} hasEdits={isDocument && hasHistory} />;
}

interface EditStatesProps {
  username: string;
  /** whether the page with all documents is open, which loads its queue later */
  isList: boolean;
}

/** The state of the edits of the open page, and of those of other pages. */
export function EditStates({ username, isList }: EditStatesProps) {
  useEditHandlers();
  const queue = useOpenQueue((state) => state.queue);
  return (
    <>
      {isList && <PageEdits corpusId="" title={t`Documents`} />}
      {queue && <OpenEdits key={queue.place} queue={queue} />}
      <EditsElsewhere username={username} />
    </>
  );
}
