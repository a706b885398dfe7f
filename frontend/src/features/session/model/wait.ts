// How long to wait, in words.

const MINUTE = 60;

export function waitSentence(seconds: unknown): string {
  const whole = typeof seconds === 'number' && seconds > 0 ? seconds : MINUTE;
  const time = whole < 2 * MINUTE ? `${whole} seconds` : `${Math.ceil(whole / MINUTE)} minutes`;
  return `Signing in has failed too often. Try again in ${time}.`;
}
