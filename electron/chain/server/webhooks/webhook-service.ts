import { type Clock, type Log, readNamedFile } from '../../../platform/index.ts';
import type {
  ChainServerConfig,
  ChainServerService,
  ChainServerServiceStatus,
} from '../config/index.ts';
import { createWebhookNoticeStore, type WebhookNoticeStore } from './notice-store.ts';
import { createRejectedWebhookCounter, type RejectedWebhookCounter } from './rejected-webhooks.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const CERTIFICATE_POLL_INTERVAL_MS = 3_600_000;

/**
 * Creates the receiver as a service of the process; throws an error in plain words if its settings
 * do not fit together.
 */
export function createWebhookService(
  { hook, hooks, maker, hosts, database, ca }: ChainServerConfig,
  port: number,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): ChainServerService {
  if (hook === undefined || hooks === undefined) {
    throw new Error(
      '--hooks needs the fields "hook" and "hooks" in the configuration of the process. chain init writes both.',
    );
  }
  const { certificateFile, keyFile, tokens } = hooks;
  if ((certificateFile === undefined) !== (keyFile === undefined)) {
    throw new Error('hooks.certificateFile and hooks.keyFile must be set together.');
  }
  const hasCertificate = certificateFile !== undefined && keyFile !== undefined;
  const host = hooks.host ?? (hasCertificate ? '::' : '127.0.0.1');
  if (!hasCertificate && !/^(127\.|::1$|localhost$)/.test(host)) {
    throw new Error(
      `hooks.host ${host} is reachable from other computers, and the webhook address is a secret, so it needs TLS. Set hooks.certificateFile and hooks.keyFile, or use a reverse proxy and leave out hooks.host.`,
    );
  }
  const readPem = async (file: string): Promise<string> =>
    (await readNamedFile(file)).toString('utf8');
  const readCertificate = async () =>
    hasCertificate ? { cert: await readPem(certificateFile), key: await readPem(keyFile) } : null;

  return {
    name: 'webhooks',
    start: async () => {
      const noticeStore = createWebhookNoticeStore({ hosts, database, ca, ...hook }, clock);
      const certificate = await readCertificate();
      const makerAddress = maker === undefined ? null : { hosts, database, ca, ...maker };
      const rejectedWebhooks = createRejectedWebhookCounter(makerAddress, { clock, log });
      const receiver = await startWebhookReceiver({
        ...{ host, port, tokens, certificate, clock, log },
        saveNotices: noticeStore.save,
        onRejected: rejectedWebhooks.countRejection,
      });
      log.info({ port: receiver.port, host }, 'webhooks: listening');
      let currentCert = certificate?.cert;
      const reloadCertificate = async (): Promise<void> => {
        try {
          const newCertificate = await readCertificate();
          if (newCertificate === null || newCertificate.cert === currentCert) return;
          receiver.setCertificate(newCertificate);
          currentCert = newCertificate.cert;
          log.info({}, 'webhooks: certificate reloaded');
        } catch (error) {
          log.warn({ err: error }, 'webhooks: certificate reload failed');
        }
      };
      const timer = setInterval(() => void reloadCertificate(), CERTIFICATE_POLL_INTERVAL_MS);
      return {
        getStatus: () => toServiceStatus(receiver, noticeStore, rejectedWebhooks),
        stop: async () => {
          clearInterval(timer);
          await receiver.close();
          await noticeStore.close();
        },
      };
    },
  };
}

/** A temporary problem is yellow; a problem that needs a person is red. */
function toServiceStatus(
  receiver: WebhookReceiver,
  noticeStore: WebhookNoticeStore,
  rejectedWebhooks: RejectedWebhookCounter,
): ChainServerServiceStatus {
  const problem = noticeStore.getProblem();
  if (problem === null) {
    const rejectionText = rejectedWebhooks.describeRecent() ?? receiver.describeEndedConnections();
    if (rejectionText !== null) return { level: 'yellow', text: rejectionText };
    const storedCount = receiver.getStatusCounts()[204] ?? 0;
    return { level: 'green', text: `${storedCount} webhooks stored since the start` };
  }
  const isTemporary = ['unreachable', 'read-only', 'too-many'].includes(problem.kind);
  return {
    level: isTemporary ? 'yellow' : 'red',
    text: `webhooks cannot be stored: ${problem.kind}: ${problem.detail}`,
  };
}
