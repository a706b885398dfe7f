import { t } from '@lingui/core/macro';

import { copyText } from './clipboard';
import { showToast } from './toasts';

/** Copy the address of a path of this site. */
export async function copyLink(path: string): Promise<void> {
  await copyText(`${location.origin}${path}`);
  showToast({ text: t`Link copied.` });
}
