// Sets the language for unit tests, as src/app/main.tsx does for the page.
import { i18n } from '@lingui/core';

i18n.setMessagesCompiler((message) => [message]);
i18n.loadAndActivate({ locale: 'en', messages: {} });
