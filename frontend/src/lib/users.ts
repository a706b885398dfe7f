export interface UserName {
  username: string;
  name: string;
}

/** Return how a user is shown to others. */
export const displayName = ({ username, name }: UserName): string => name || username;
