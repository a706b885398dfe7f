import { plural, t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { quoted } from '@/lib/format';
import { mutate, request } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const analyzersQuery = graphql(`
  query InstalledAnalyzers {
    installedAnalyzers {
      name
      version
      title
      description
      labels
      schema
    }
    analyzerProblems {
      name
      package
      reason
    }
  }
`);

const versionsQuery = graphql(`
  query AnalysisVersions($actionId: ID!) {
    analysisVersions(actionId: $actionId) {
      settingsVersion
      analyzerVersion
      started
      running
      success
      failed
      cancelled
      passed
      notPassed
      withMetadata
      labels {
        label
        count
      }
    }
  }
`);

const differencesQuery = graphql(`
  query AnalysisDifferences($actionId: ID!, $before: Int!, $after: Int!, $label: String) {
    analysisDifferences(actionId: $actionId, before: $before, after: $after, label: $label) {
      documents
      isComplete
      labels {
        label
        added
        removed
        same
      }
      places {
        change
        kind
        label
        documentUuid
        title
        page
        start
        end
        quote
        value
      }
    }
  }
`);

const startMutation = graphql(
  `
    mutation StartAnalysis($input: StartAnalysisInput!) {
      startAnalysis(input: $input) {
        started
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export type Analyzer = ResultOf<typeof analyzersQuery>['installedAnalyzers'][number];
export type AnalyzerProblem = ResultOf<typeof analyzersQuery>['analyzerProblems'][number];
export type AnalysisVersion = ResultOf<typeof versionsQuery>['analysisVersions'][number];
export type Differences = ResultOf<typeof differencesQuery>['analysisDifferences'];

const POLL = 1_500;

export const analyzersOptions = queryOptions({
  queryKey: ['installed-analyzers'],
  queryFn: () => request(analyzersQuery),
});

/** The runs of an action by version of its settings; asked again while some are in progress. */
export const versionsOptions = (actionId: string, isRunning: boolean) =>
  queryOptions({
    queryKey: ['analysis-versions', actionId],
    queryFn: async () => (await request(versionsQuery, { actionId })).analysisVersions,
    refetchInterval: ({ state: { data } }) => (isRunning || (data ?? []).some(({ running }) => running > 0)) && pollInterval(POLL),
  });

export interface Compared {
  before: number;
  after: number;
  /** only places with this label are listed */
  label: string;
}

export const differencesOptions = (actionId: string, { before, after, label }: Compared) =>
  queryOptions({
    queryKey: ['analysis-differences', actionId, before, after, label],
    queryFn: async () => (await request(differencesQuery, { actionId, before, after, label })).analysisDifferences,
  });

/** Return whether an analyzer cannot run before its settings are chosen. */
export const needsSettings = ({ schema }: Analyzer): boolean => {
  const { required } = JSON.parse(String(schema)) as { required?: readonly string[] };
  return (required ?? []).length > 0;
};

interface Start {
  analyzer: Pick<Analyzer, 'name' | 'title'>;
  /** all of the corpus, if absent */
  documents?: string[];
}

export const useStartAnalysis = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: async ({ analyzer, documents }: Start) =>
      (await mutate(startMutation, { corpusId, analyzer: analyzer.name, ...(documents && { documentIds: documents }) })).started ?? 0,
    onSuccess: (started, { analyzer: { title } }) =>
      showToast({
        text:
          started > 0
            ? t`${quoted(title)} runs on ${plural(started, { one: '# document', other: '# documents' })}.`
            : t`${quoted(title)} has nothing to do: these documents have no text, are still being processed, or were analyzed with its present settings and version.`,
      }),
  });
