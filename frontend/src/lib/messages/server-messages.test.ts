import { i18n } from '@lingui/core';
import { afterEach, describe, expect, it } from 'vitest';

import { generalErrorText, warningText } from './server-messages';

const MESSAGE = 'The file is damaged: pages 3 and 4 could not be read.';

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

describe('messages of the server', () => {
  it('are shown in English as they are', () => {
    expect(generalErrorText('label_cycle')).toBeUndefined();
    expect(warningText({ code: 'page_unreadable', message: MESSAGE })).toBe(MESSAGE);
  });

  it('are replaced by general texts in other languages', () => {
    i18n.loadAndActivate({ locale: 'de', messages: {} });
    expect(generalErrorText('label_cycle')).toBe('A label cannot be moved below itself.');
    expect(generalErrorText('invented')).toBeUndefined();
    expect(warningText({ code: 'page_unreadable', message: MESSAGE })).toBe('Some pages could not be read.');
    expect(warningText({ code: 'invented', message: MESSAGE })).toBe(MESSAGE);
  });
});
