import { normalizeExternalId } from '../../../../shared/rules/index.ts';

/**
 * The object of a webhook: a bill or transaction by the service's id, or a payment by our
 * external_id.
 */
export interface ReceivedNotice {
  readonly kind: 'bill' | 'transaction' | 'external-id';
  readonly key: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the ids in the body; an empty list if the body is not a bill or transaction, null if it
 * is not JSON.
 */
export function parseNotices(body: Uint8Array): readonly ReceivedNotice[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return [];
  const { type, id, external_id: externalId }: Record<string, unknown> = { ...parsed };
  const key = typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? String(id) : null;
  if (type === 'bill') return key === null ? [] : [{ kind: 'bill', key }];
  const external: ReceivedNotice[] =
    typeof externalId === 'string' && UUID.test(normalizeExternalId(externalId))
      ? [{ kind: 'external-id', key: normalizeExternalId(externalId) }]
      : [];
  // A transaction is recognized by its type, or by the external_id that only a transaction has.
  const isTransaction = type === 'transaction' || (type === undefined && external.length > 0);
  if (!isTransaction) return [];
  return key === null ? external : [{ kind: 'transaction', key }, ...external];
}
