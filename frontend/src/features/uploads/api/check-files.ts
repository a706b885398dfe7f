import { sendJson } from '@/lib/http';

import type { Announced, Forecast } from '../model/precheck';

export async function checkFiles(files: readonly Announced[]): Promise<readonly Forecast[]> {
  return (await sendJson<{ files: Forecast[] }>('/api/v1/documents/check', 'POST', { files })).files;
}
