import { isOffline } from './errors';

interface State {
  isError: boolean;
  isLoadingError: boolean;
  error: Error | null;
}

/** Check whether the page shows the error of a query. Without a connection, it goes on to show what was loaded before. */
export const isFailed = <Query extends State>(query: Query): query is Extract<Query, { isError: true }> => query.isLoadingError || (query.isError && !isOffline(query.error));
