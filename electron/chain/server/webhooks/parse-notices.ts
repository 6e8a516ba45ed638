import { normalizeExternalId } from '../../../../shared/rules/index.ts';
import { isJsonObject, parseExactJson, parseId } from '../../../service/index.ts';

/**
 * The object of a webhook: a bill or transaction by the service's id, or a payment by our
 * external_id.
 */
export interface ReceivedWebhookNotice {
  readonly kind: 'bill' | 'transaction' | 'external-id';
  readonly key: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the ids in the body; an empty list if the body is not a bill or transaction, null if it
 * is not JSON. Ids are read as the client reads them: integer or text, with every digit.
 */
export function parseWebhookNotices(body: Uint8Array): readonly ReceivedWebhookNotice[] | null {
  const text = decodeUtf8(body);
  const parsed = text === null ? null : parseExactJson(text);
  if (!parsed?.ok) return null;
  if (!isJsonObject(parsed.value)) return [];
  const { id, external_id: externalId } = parsed.value;
  const kind = getKind(parsed.value);
  if (kind === null) return [];
  const key = parseKey(id);
  const notices: ReceivedWebhookNotice[] = key === null ? [] : [{ kind, key }];
  const external = kind === 'transaction' ? parseKey(externalId) : null;
  const uuid = external === null ? '' : normalizeExternalId(external);
  if (UUID.test(uuid)) notices.push({ kind: 'external-id', key: uuid });
  return notices;
}

/** Without a type, only a transaction has an external_id; a bill has a status. */
function getKind(object: Readonly<Record<string, unknown>>): 'bill' | 'transaction' | null {
  const { type = null } = object;
  if (type === 'bill' || type === 'transaction') return type;
  if (type !== null) return null;
  if ((object.external_id ?? null) !== null) return 'transaction';
  return 'status' in object ? 'bill' : null;
}

/** A text column cannot store NUL, and no id contains a control character. */
function parseKey(value: unknown): string | null {
  const key = parseId(value);
  return key === null || /\p{Cc}/u.test(key) ? null : key;
}

function decodeUtf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
