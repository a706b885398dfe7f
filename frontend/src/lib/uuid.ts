// UUIDv7, so that ids created here sort by time like those of the server.

const HEX = 16;

export function uuidv7(now: number = Date.now(), random: Uint8Array = crypto.getRandomValues(new Uint8Array(10))): string {
  const time = now.toString(HEX).padStart(12, '0');
  const byte = (index: number) => random[index] ?? 0;
  const hex = (value: number) => value.toString(HEX).padStart(2, '0');
  const version = hex(0x70 | (byte(0) & 0x0f)) + hex(byte(1));
  const variant = hex(0x80 | (byte(2) & 0x3f)) + hex(byte(3));
  const node = [4, 5, 6, 7, 8, 9].map((index) => hex(byte(index))).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${node}`;
}
