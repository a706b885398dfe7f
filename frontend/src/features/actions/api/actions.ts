import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';

const query = graphql(`
  query Actions($corpusId: ID!) {
    installedAnalyzers {
      name
    }
    extractEngines {
      name
      title
      isAvailable
      isDefault
    }
    corpus(id: $corpusId) {
      id
      fieldsets {
        id
        uuid
        name
        columns {
          name
        }
      }
      remoteAnalyzers(first: 50) {
        edges {
          node {
            id
            uuid
            analyzer
            name
            address
            labels
            enabled
          }
        }
      }
      actions {
        id
        uuid
        kind
        name
        triggers
        analyzer
        settings
        instructions
        questions {
          name
          question
        }
        fieldset {
          uuid
        }
        engine
        enabled
        settingsVersion
        version
        executionCounts {
          waiting
          queued
          success
          failed
          cancelled
          skipped
        }
      }
    }
  }
`);

const documentsToRun = graphql(`
  query DocumentsToRun($actionId: ID!) {
    documentsToRun(actionId: $actionId)
  }
`);

type Loaded = ResultOf<typeof query>;
export type Action = NonNullable<Loaded['corpus']>['actions'][number];

export type RemoteAnalyzer = NonNullable<Loaded['corpus']>['remoteAnalyzers']['edges'][number]['node'];

export type Engine = Loaded['extractEngines'][number];
export type Fieldset = NonNullable<Loaded['corpus']>['fieldsets'][number];

export interface Actions {
  actions: readonly Action[];
  analyzers: readonly string[];
  remoteAnalyzers: readonly RemoteAnalyzer[];
  engines: readonly Engine[];
  fieldsets: readonly Fieldset[];
}

const POLL = 1_500;

async function fetchActions(corpusId: string): Promise<Actions> {
  const { corpus, installedAnalyzers, extractEngines } = await request(query, { corpusId });
  if (!corpus) throw notFoundError();
  return {
    actions: corpus.actions,
    fieldsets: corpus.fieldsets,
    remoteAnalyzers: nodes(corpus.remoteAnalyzers),
    analyzers: installedAnalyzers.map((analyzer) => analyzer.name),
    engines: extractEngines,
  };
}

const isRunning = ({ executionCounts: { waiting, queued } }: Action) => waiting + queued > 0;

export const actionsOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['actions', corpusId],
    queryFn: () => fetchActions(corpusId),
    refetchInterval: ({ state: { data } }) => (data?.actions ?? []).some(isRunning) && pollInterval(POLL),
  });

export const documentsToRunOptions = (actionId: string) =>
  queryOptions({
    queryKey: ['documents-to-run', actionId],
    queryFn: async () => (await request(documentsToRun, { actionId })).documentsToRun,
    staleTime: 0,
    gcTime: 0,
  });
