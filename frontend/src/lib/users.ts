export interface UserName {
  username: string;
  name: string;
}

/** Return how a user is shown to others. */
export const displayName = ({ username, name }: UserName): string => name || username;

/** Return the first letters of the first two words of a name. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('en') ?? '')
    .join('');
