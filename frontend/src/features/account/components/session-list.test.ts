import { describe, expect, it } from 'vitest';

import { deviceName } from './session-list';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('deviceName', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1', 'Safari on iPhone'],
    [`Mozilla/5.0 (Linux; Android 16) ${WEBKIT} Chrome/143.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ])('names the browser and the system of %s', (userAgent, name) => {
    expect(deviceName(userAgent, 'browser')).toBe(name);
  });

  it('names programs, and says what is not known', () => {
    expect(deviceName('python-httpx/0.28.1', 'program')).toBe('python-httpx');
    expect(deviceName('', 'program')).toBe('Unknown program');
    expect(deviceName('', 'browser')).toBe('Unknown browser');
  });
});
