import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { isDecimal, money } from '../../../shared/money/index.ts';
import { GIVEN_BACK_AS, readFaults } from '../rules/index.ts';
import type { TrainingReply } from '../wire/index.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import type { TrainingService } from './service.ts';
import { type Webhooks, webhookUrl } from './webhooks.ts';

/** Unsigned addresses beside the service's own, for anybody at the same machine. */
const FAULTS = '/training/faults';
const ACCOUNT = '/training/account';
const REFUNDS = '/training/refunds';
const BILLS = '/training/bills';
const WEBHOOK = '/training/webhook';

export interface Controlled {
  readonly service: TrainingService;
  readonly webhooks: Webhooks;
}

export function isControl(target: string): boolean {
  return [FAULTS, ACCOUNT, REFUNDS, BILLS, WEBHOOK].includes(target);
}

export function answerControl(
  { service, webhooks }: Controlled,
  request: IncomingMessage,
  body: Uint8Array,
): TrainingReply {
  if (!isLoopback(request.socket.remoteAddress ?? '')) return say(403, { message: 'Forbidden' });
  const text = new TextDecoder().decode(body);
  switch (`${request.method} ${request.url}`) {
    case `GET ${FAULTS}`:
      return say(200, { faults: service.faults() });
    case `POST ${FAULTS}`: {
      const read = readFaults(text);
      if (!read.ok) return say(400, { message: read.message });
      return say(200, { faults: service.setFaults(read.faults) });
    }
    case `GET ${ACCOUNT}`:
      return say(200, { balance: service.inspect().balance });
    case `POST ${ACCOUNT}`: {
      const balance = readBalance(text);
      if (balance === null) {
        return say(400, { message: 'Send {"balance":"1000.00"}: a decimal string' });
      }
      service.setBalance(balance);
      return say(200, { balance: service.inspect().balance });
    }
    case `POST ${REFUNDS}`: {
      const asked = readJson(refund, text);
      if (asked === null) {
        return say(400, { message: 'Send {"external_id":"…","status":"refunded"}, or {}' });
      }
      const isDone = service.giveBack(asked.external_id, asked.status);
      return isDone ? say(200, {}) : say(404, { message: 'No such transaction stands' });
    }
    case `POST ${BILLS}`: {
      const asked = readJson(bill, text);
      if (asked === null) return say(400, { message: 'Send {"id":8390}, or {}' });
      const isDone = service.rerunBill(asked.id);
      return isDone ? say(200, {}) : say(404, { message: 'No such bill is kept' });
    }
    case `GET ${WEBHOOK}`:
      return say(200, webhooks.state());
    case `POST ${WEBHOOK}`: {
      const asked = readJson(webhook, text);
      const url = webhookUrl(asked?.url ?? '');
      if (asked === null || (asked.url !== null && url === null)) {
        return say(400, {
          message: 'Send {"url":"https://…","ca":"-----BEGIN CERTIFICATE-----…"}, or {"url":null}',
        });
      }
      webhooks.setTarget(url === null ? null : { url, caPem: asked.ca });
      return say(200, webhooks.state());
    }
    default:
      return say(405, { message: 'GET or POST' });
  }
}

const refund = z.strictObject({
  external_id: z.string().optional(),
  status: z.enum(GIVEN_BACK_AS).optional(),
});

const bill = z.strictObject({ id: z.number().int().optional() });

const webhook = z.strictObject({ url: z.string().max(2000).nullable(), ca: z.string().optional() });

function readJson<Read>(schema: z.ZodType<Read>, text: string): Read | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function readBalance(text: string): string | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const isObject = typeof parsed === 'object' && parsed !== null && 'balance' in parsed;
    const balance = isObject ? parsed.balance : null;
    return typeof balance === 'string' && isDecimal(balance) ? money(balance, 'MXN').amount : null;
  } catch {
    return null;
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

function say(status: number, body: object): TrainingReply {
  return {
    kind: 'answer',
    status,
    headers: { ...SECURITY_HEADERS, 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
}
