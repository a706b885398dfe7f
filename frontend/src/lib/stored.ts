// Settings that this browser keeps. Without storage (private windows of some browsers) nothing is kept.

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The storage is full or forbidden.
  }
}
