import { i18n } from '@lingui/core';
import type { TransProps } from '@lingui/react';
import { TransNoContext } from '@lingui/react/server';

const lingui = { i18n };

/** Render a translated text with elements in it: what the macro `Trans` of Lingui becomes (`lingui.config.ts`). It needs no provider. */
export const Trans = (props: TransProps) => <TransNoContext {...props} lingui={lingui} />;
