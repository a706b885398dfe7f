/** Clears a field whose text was sent, unless something else was typed into it while it was being sent. */
export const clearSent = (sent: string) => (current: string) => (current === sent ? '' : current);
