import { sendJson } from '@/lib/http';

import type { FileToCheck, CheckResult } from '../model/precheck';

export async function checkFiles(files: readonly FileToCheck[]): Promise<readonly CheckResult[]> {
  return (await sendJson<{ files: CheckResult[] }>('/api/v1/upload-checks', 'POST', { files })).files;
}
