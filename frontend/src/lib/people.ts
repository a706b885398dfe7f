// People as others read them.

export interface Named {
  username: string;
  name: string;
}

export const personName = ({ username, name }: Named): string => name || username;
