import { readFile } from 'node:fs/promises';
import type { Clock, Log } from '../../../platform/index.ts';
import type { OfficeConfig, OfficeService, OfficeServiceStatus } from '../config/index.ts';
import { createNoticeStore, type NoticeStore } from './notice-store.ts';
import { createRejectedWebhooks, type RejectedWebhooks } from './rejected-webhooks.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const CERTIFICATE_POLL_INTERVAL_MS = 3_600_000;

/** The receiver as a part of the process; throws in words if its settings do not fit together. */
export function createWebhookService(
  { hook, hooks, maker, hosts, database, ca }: OfficeConfig,
  port: number,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): OfficeService {
  if (hook === undefined || hooks === undefined) {
    throw new Error(
      '--hooks needs "hook" and "hooks" in the file of the process: chain init writes both.',
    );
  }
  const { certificateFile, keyFile, tokens } = hooks;
  if ((certificateFile === undefined) !== (keyFile === undefined)) {
    throw new Error('hooks.certificateFile and hooks.keyFile go together.');
  }
  const hasCertificate = certificateFile !== undefined && keyFile !== undefined;
  const host = hooks.host ?? (hasCertificate ? '::' : '127.0.0.1');
  if (!hasCertificate && !/^(127\.|::1$|localhost$)/.test(host)) {
    throw new Error(
      `hooks.host ${host} is reached from other computers, and the address that the service calls is a secret: give hooks.certificateFile and hooks.keyFile, or leave hooks.host out behind a reverse proxy.`,
    );
  }
  const readCertificate = async () =>
    hasCertificate
      ? { cert: await readFile(certificateFile, 'utf8'), key: await readFile(keyFile, 'utf8') }
      : null;

  return {
    name: 'webhooks',
    start: async () => {
      const keeper = createNoticeStore({ hosts, database, ca, ...hook }, clock);
      const certificate = await readCertificate();
      const makers = maker === undefined ? null : { hosts, database, ca, ...maker };
      const turnedAway = createRejectedWebhooks(makers, { clock, log });
      const receiver = await startWebhookReceiver({
        ...{ host, port, tokens, certificate, clock, log },
        saveNotices: keeper.save,
        onRejected: turnedAway.record,
      });
      log.info({ port: receiver.port, host }, 'webhooks: listening');
      let known = certificate?.cert;
      const renew = async (): Promise<void> => {
        try {
          const now = await readCertificate();
          if (now === null || now.cert === known) return;
          receiver.setCertificate(now);
          known = now.cert;
          log.info({}, 'webhooks: certificate reloaded');
        } catch (error) {
          log.warn({ err: error }, 'webhooks: certificate reload failed');
        }
      };
      const timer = setInterval(() => void renew(), CERTIFICATE_POLL_INTERVAL_MS);
      return {
        light: () => toServiceStatus(receiver, keeper, turnedAway),
        stop: async () => {
          clearInterval(timer);
          await receiver.close();
          await keeper.close();
        },
      };
    },
  };
}

/** What passes by itself is yellow; what waits for a person is red. */
function toServiceStatus(
  receiver: WebhookReceiver,
  keeper: NoticeStore,
  turnedAway: RejectedWebhooks,
): OfficeServiceStatus {
  const problem = keeper.getProblem();
  if (problem === null) {
    const away = turnedAway.describe();
    if (away !== null) return { light: 'yellow', says: away };
    const taken = receiver.getStatusCounts()[204] ?? 0;
    return { light: 'green', says: `${taken} webhooks kept since the start` };
  }
  const passes = ['unreachable', 'read-only', 'too-many'].includes(problem.kind);
  return {
    light: passes ? 'yellow' : 'red',
    says: `webhooks are not kept: ${problem.kind}: ${problem.detail}`,
  };
}
