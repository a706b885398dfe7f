// Helpers for Relay connections.

interface Connection<Node> {
  edges: readonly { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

export const NO_NODES = { edges: [], pageInfo: { hasNextPage: false, endCursor: null } };

/** Cursor pagination for `infiniteQueryOptions`. */
export const byCursor = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ pageInfo }: Pick<Connection<unknown>, 'pageInfo'>) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
};

export const nodes = <Node>(connection: { edges: readonly { node: Node }[] }) => connection.edges.map((edge) => edge.node);

/** Load all pages of a connection, for screens that need the whole list; `start` is the cursor after which it begins. */
export async function allNodes<Node>(load: (after: string | null) => Promise<Connection<Node>>, start: string | null = null): Promise<Node[]> {
  const all: Node[] = [];
  let after = start;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page needs the cursor of the one before
    const connection: Connection<Node> = await load(after);
    all.push(...nodes(connection));
    if (!connection.pageInfo.hasNextPage || !connection.pageInfo.endCursor) return all;
    after = connection.pageInfo.endCursor;
  }
}
