import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { BinKind } from '../model/bin-kind';

const purging = graphql(
  `
    mutation PurgeFromBin($input: PurgeFromBinInput!) {
      purgeFromBin(input: $input) {
        purgedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const emptying = graphql(
  `
    mutation EmptyBin($input: EmptyBinInput!) {
      emptyBin(input: $input) {
        job
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const AFFECTED = keysOf('bin', 'usage', 'jobs');

export const usePurge = () => useInvalidatingMutation({ mutationFn: (uuid: string) => mutate(purging, { id: uuid }), affected: AFFECTED });

/** Start a job that empties the bin. */
export const useEmptyBin = () =>
  useInvalidatingMutation({ mutationFn: (kind: BinKind | undefined) => mutate(emptying, { ...(kind && { kind }) }), affected: AFFECTED });
