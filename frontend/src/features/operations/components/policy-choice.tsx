import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import styles from './policy-choice.module.css';

const schedulerQuery = graphql(`
  query Scheduler {
    scheduler {
      policy
      version
    }
  }
`);

const setSchedulerMutation = graphql(
  `
    mutation SetScheduler($input: SetSchedulerInput!) {
      setScheduler(input: $input) {
        scheduler {
          policy
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

type Policy = ResultOf<typeof schedulerQuery>['scheduler']['policy'];

const schedulerOptions = queryOptions({ queryKey: ['operations', 'scheduler'], queryFn: async () => (await request(schedulerQuery)).scheduler });

const useSetPolicy = () =>
  useInvalidatingMutation({
    mutationFn: (input: { policy: Policy; version: string }) => mutate(setSchedulerMutation, input),
    affected: [schedulerOptions.queryKey],
  });

const POLICIES: readonly { policy: Policy; name: string; help: string }[] = [
  {
    policy: 'TIME',
    name: t`Equal time`,
    help: t`The tenant that used the least worker time goes next. Tenants with long and short jobs get the same share.`,
  },
  {
    policy: 'TURNS',
    name: t`Round robin`,
    help: t`Each tenant runs one job in turn, however long it takes. Predictable, but tenants with long jobs get a larger share.`,
  },
];

/** The scheduling policy: how workers are shared among tenants with waiting jobs. */
export function PolicyChoice() {
  const scheduler = useQuery(schedulerOptions);
  const set = useSetPolicy();
  const current = set.isPending ? set.variables.policy : scheduler.data?.policy;
  return (
    <fieldset className={styles['choice']} disabled={current === undefined || set.isPending}>
      <legend>{t`Scheduling`}</legend>
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
