// Messages of errors that may occur before the other texts are loaded.

import { t } from '@lingui/core/macro';

export const UNEXPECTED = t`Something went wrong on our side. Try again in a moment.`;
export const NOT_FOUND = t`Not found. It may have been deleted, or you may not have access.`;
export const NOT_CONNECTED = t`Cartulary cannot be reached. Check your connection and try again.`;
