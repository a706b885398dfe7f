// The audit log: entries about an object, or about the own account.
import { useRestPages } from '@/lib/rest-pages';
import type { AuditInfo } from '@/lib/messages/audit';

export interface AuditEntry extends AuditInfo {
  id: string;
  created: string;
  actor: { username: string; name: string } | null;
  interface: string;
  address: string | null;
  user_agent: string;
  object_kind: string;
  object_id: string | null;
  /** null if it has none, is deleted or is not visible */
  object_name: string | null;
  document_id: string | null;
  document_title: string | null;
}

export const PAGE_SIZE = 20;

export function useAuditLog(objectId: string) {
  const query = new URLSearchParams({ object: objectId, page_size: String(PAGE_SIZE) });
  return useRestPages<AuditEntry>(['audit-log', objectId], `/api/v1/audit-log?${query.toString()}`);
}
