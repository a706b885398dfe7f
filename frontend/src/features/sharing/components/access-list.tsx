import { Link } from '@tanstack/react-router';
import { Crown } from 'lucide-react';

import { personName } from '@/lib/people';

import type { Subject } from '../api/access';
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
      </ul>
    </section>
  );
}
