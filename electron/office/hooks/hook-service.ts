import { readFile } from 'node:fs/promises';
import type { Clock, Log } from '../../platform/index.ts';
import type { OfficeConfig, OfficeLight, OfficeService } from '../config/index.ts';
import { createHintKeeper, type HintKeeper } from './keep-hints.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { createTurnedAway, type TurnedAway } from './turned-away.ts';

const RENEWAL_MS = 3_600_000;

/** The receiver as a part of the process; throws in words if its settings do not fit together. */
export function createHookService(
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
      const keeper = createHintKeeper({ hosts, database, ca, ...hook }, clock);
      const certificate = await readCertificate();
      const makers = maker === undefined ? null : { hosts, database, ca, ...maker };
      const turnedAway = createTurnedAway(makers, { clock, log });
      const receiver = await startReceiver({
        ...{ host, port, tokens, certificate, clock, log },
        keepHints: keeper.keep,
        onTurnedAway: turnedAway.note,
      });
      log.info({ port: receiver.port, host }, 'webhooks are received');
      let known = certificate?.cert;
      const renew = async (): Promise<void> => {
        try {
          const now = await readCertificate();
          if (now === null || now.cert === known) return;
          receiver.setCertificate(now);
          known = now.cert;
          log.info({}, 'the certificate for webhooks was renewed');
        } catch (error) {
          log.warn({ err: error }, 'the certificate for webhooks could not be read again');
        }
      };
      const timer = setInterval(() => void renew(), RENEWAL_MS);
      return {
        light: () => lightOf(receiver, keeper, turnedAway),
        stop: async () => {
          clearInterval(timer);
          await receiver.close();
          await keeper.end();
        },
      };
    },
  };
}

/** What passes by itself is yellow; what waits for a person is red. */
function lightOf(receiver: Receiver, keeper: HintKeeper, turnedAway: TurnedAway): OfficeLight {
  const problem = keeper.problem();
  if (problem === null) {
    const away = turnedAway.says();
    if (away !== null) return { light: 'yellow', says: away };
    const taken = receiver.counts()[204] ?? 0;
    return { light: 'green', says: `${taken} webhooks kept since the start` };
  }
  const passes = ['unreachable', 'read-only', 'too-many'].includes(problem.kind);
  return {
    light: passes ? 'yellow' : 'red',
    says: `webhooks are not kept: ${problem.kind}: ${problem.detail}`,
  };
}
