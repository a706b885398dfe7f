import { Link } from '@tanstack/react-router';
import { Crown, EyeOff } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { whenChanged } from '@/lib/changes';
import { personName } from '@/lib/people';
import { complain } from '@/lib/toasts';

import type { Subject } from '../api/access';
import { useTakeBack } from '../api/change-share';
import { throughCorpora, type Thing, type Through } from '../model/access';
import type { Said } from '../model/said';
import { ShareItem } from './share-item';
import styles from './sharing.module.css';
import { WAY_ICONS } from './way-icons';

function ThroughItem({ through: { who, way, role, corpus } }: { through: Through }) {
  return (
    <li className={styles['item']}>
      <span className={styles['icon']} aria-hidden="true">
        {WAY_ICONS[way]}
      </span>
      <div className={styles['who']}>
        <p>{who}</p>
        <p className={styles['how']}>
          by corpus{' '}
          <Link to="/c/$uuid" params={{ uuid: corpus.uuid }}>
            {corpus.title}
          </Link>
        </p>
      </div>
      <span className="muted">{role}</span>
    </li>
  );
}

/** What it is called now, and who sees it, is not for whoever does not see it. */
function OutOfSightItem({ subject, place, onSaid }: { subject: Subject; place: string; onSaid: (said: Said) => void }) {
  const takeBack = useTakeBack(subject);
  const said = { text: 'It is yours alone there again.', takesFocus: true };
  const take = () => void whenChanged(takeBack.mutateAsync(place), () => onSaid(said), complain);
  return (
    <li className={styles['item']}>
      <span className={styles['icon']} aria-hidden="true">
        <EyeOff />
      </span>
      <div className={styles['who']}>
        <p>Whoever sees a corpus that you do not see any more</p>
        <p className={styles['how']}>You put the document there.</p>
      </div>
      <Button size="small" busy={takeBack.isPending} onClick={take}>
        Take it back
      </Button>
    </li>
  );
}

interface AccessListProps {
  subject: Subject;
  thing: Thing;
  onSaid: (said: Said) => void;
}

/** Everybody who can get at it, and by what way. */
export function AccessList({ subject, thing, onSaid }: AccessListProps) {
  return (
    <section aria-label="Who has access">
      <h3 className={styles['heading']}>Who has access</h3>
      <ul className={styles['list']}>
        <li className={styles['item']}>
          <span className={styles['icon']} aria-hidden="true">
            <Crown />
          </span>
          <div className={styles['who']}>
            <p>{personName(thing.owner)}</p>
            <p className={styles['how']}>You</p>
          </div>
          <span className="muted">Owner</span>
        </li>
        {thing.shares.map((share) => (
          <ShareItem key={share.uuid} subject={subject} share={share} onSaid={onSaid} />
        ))}
        {throughCorpora(thing).map((through) => (
          <ThroughItem key={through.key} through={through} />
        ))}
        {thing.lentOutOfSight?.map((place) => (
          <OutOfSightItem key={place} subject={subject} place={place} onSaid={onSaid} />
        ))}
      </ul>
    </section>
  );
}
