import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { createMoney, isDecimal } from '../../../shared/money/index.ts';
import { parseTrainingFaults, REVERSAL_STATUSES } from '../rules/index.ts';
import { strictOptionSchema } from '../strict-mode.ts';
import type { TrainingReply } from '../wire/index.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import type { TrainingService } from './service.ts';
import { parseWebhookUrl, type WebhookSender } from './webhooks.ts';

/** Unsigned paths in addition to the service's own, only for clients on the same machine. */
const FAULTS_PATH = '/training/faults';
const ACCOUNT_PATH = '/training/account';
const REFUNDS_PATH = '/training/refunds';
const BILLS_PATH = '/training/bills';
const WEBHOOK_PATH = '/training/webhook';
const STRICT_PATH = '/training/strict';
const CONTROL_PATHS = [
  FAULTS_PATH,
  ACCOUNT_PATH,
  REFUNDS_PATH,
  BILLS_PATH,
  WEBHOOK_PATH,
  STRICT_PATH,
];

export interface ControlPorts {
  readonly service: TrainingService;
  readonly webhooks: WebhookSender;
}

export function isControlPath(target: string): boolean {
  return CONTROL_PATHS.includes(target);
}

export function handleControlRequest(
  { service, webhooks }: ControlPorts,
  request: IncomingMessage,
  body: Uint8Array,
): TrainingReply {
  if (!isLoopback(request.socket.remoteAddress ?? ''))
    return toJsonReply(403, { message: 'Forbidden' });
  const text = new TextDecoder().decode(body);
  switch (`${request.method} ${request.url}`) {
    case `GET ${FAULTS_PATH}`:
      return toJsonReply(200, { faults: service.listFaults() });
    case `POST ${FAULTS_PATH}`: {
      const parsedFaults = parseTrainingFaults(text);
      if (!parsedFaults.ok) return toJsonReply(400, { message: parsedFaults.message });
      return toJsonReply(200, { faults: service.setFaults(parsedFaults.faults) });
    }
    case `GET ${ACCOUNT_PATH}`:
      return toJsonReply(200, { balance: service.inspect().balance });
    case `POST ${ACCOUNT_PATH}`: {
      const balance = parseBalance(text);
      if (balance === null) {
        return toJsonReply(400, { message: 'Send {"balance":"1000.00"}: a decimal string' });
      }
      service.setBalance(balance);
      return toJsonReply(200, { balance: service.inspect().balance });
    }
    case `POST ${REFUNDS_PATH}`: {
      const refundRequest = parseJson(refundSchema, text);
      if (refundRequest === null) {
        return toJsonReply(400, { message: 'Send {"external_id":"…","status":"refunded"}, or {}' });
      }
      const isDone = service.reverseTransaction(refundRequest.external_id, refundRequest.status);
      return isDone
        ? toJsonReply(200, {})
        : toJsonReply(404, { message: 'There is no such transaction that could be refunded' });
    }
    case `POST ${BILLS_PATH}`: {
      const billRequest = parseJson(billSchema, text);
      if (billRequest === null) return toJsonReply(400, { message: 'Send {"id":8390}, or {}' });
      const isDone = service.retryBill(billRequest.id);
      return isDone ? toJsonReply(200, {}) : toJsonReply(404, { message: 'There is no such bill' });
    }
    case `GET ${WEBHOOK_PATH}`:
      return toJsonReply(200, webhooks.getState());
    case `POST ${WEBHOOK_PATH}`: {
      const webhookRequest = parseJson(webhookSchema, text);
      const url = parseWebhookUrl(webhookRequest?.url ?? '');
      if (webhookRequest === null || (webhookRequest.url !== null && url === null)) {
        return toJsonReply(400, {
          message: 'Send {"url":"https://…","ca":"-----BEGIN CERTIFICATE-----…"}, or {"url":null}',
        });
      }
      webhooks.setTarget(url === null ? null : { url, caPem: webhookRequest.ca });
      return toJsonReply(200, webhooks.getState());
    }
    case `POST ${STRICT_PATH}`: {
      const strictRequest = parseJson(z.strictObject({ strict: strictOptionSchema }), text);
      if (strictRequest === null) {
        return toJsonReply(400, {
          message: 'Send {"strict":true}, or {"strict":{"listsWithoutExternalId":100}} in percent',
        });
      }
      service.setStrict(strictRequest.strict);
      return toJsonReply(200, {});
    }
    default:
      return toJsonReply(405, { message: 'GET or POST' });
  }
}

const refundSchema = z.strictObject({
  external_id: z.string().optional(),
  status: z.enum(REVERSAL_STATUSES).optional(),
});

const billSchema = z.strictObject({ id: z.number().int().optional() });

const webhookSchema = z.strictObject({
  url: z.string().max(2000).nullable(),
  ca: z.string().optional(),
});

function parseJson<Parsed>(schema: z.ZodType<Parsed>, text: string): Parsed | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function parseBalance(text: string): string | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const isObject = typeof parsed === 'object' && parsed !== null && 'balance' in parsed;
    const balance = isObject ? parsed.balance : null;
    return typeof balance === 'string' && isDecimal(balance)
      ? createMoney(balance, 'MXN').amount
      : null;
  } catch {
    return null;
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

function toJsonReply(status: number, body: object): TrainingReply {
  return {
    kind: 'answer',
    status,
    headers: { ...SECURITY_HEADERS, 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
}
