import { useQuery } from '@tanstack/react-query';

import { schedulerOptions, useSetPolicy, type Policy } from '../api/scheduler';
import styles from './policy-choice.module.css';

const POLICIES: readonly { policy: Policy; name: string; help: string }[] = [
  {
    policy: 'TIME',
    name: 'Equal time',
    help: 'Whoever has used the least worker time goes next. A tenant with long jobs gets as much as one with short ones.',
  },
  {
    policy: 'TURNS',
    name: 'Taking turns',
    help: 'Every tenant has one job in turn, however long it takes. Simple to foresee; long jobs take the larger part.',
  },
];

/** How the free workers are shared among tenants that all have work waiting. */
export function PolicyChoice() {
  const scheduler = useQuery(schedulerOptions);
  const set = useSetPolicy();
  const current = set.isPending ? set.variables.policy : scheduler.data?.policy;
  return (
    <fieldset className={styles['choice']} disabled={current === undefined || set.isPending}>
      <legend>Who goes next</legend>
      {POLICIES.map(({ policy, name, help }) => (
        <div key={policy} className={styles['option']}>
          <input
            type="radio"
            id={`policy-${policy}`}
            name="policy"
            aria-describedby={`policy-${policy}-help`}
            checked={policy === current}
            onChange={() => scheduler.data && set.mutate({ policy, version: scheduler.data.version })}
          />
          <div>
            <label htmlFor={`policy-${policy}`}>{name}</label>
            <p id={`policy-${policy}-help`}>{help}</p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
