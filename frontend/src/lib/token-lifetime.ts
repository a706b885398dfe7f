// The longest lifetime of API tokens in days; 0: no limit. A setting of the server, part of the session.

let days = 365;

export function setTokenDays(value: number): void {
  days = value;
}

export const tokenDays = () => days;
