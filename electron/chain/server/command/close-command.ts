import { hostname, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { EXIT_CODES, type ExitCode } from '../../../platform/index.ts';
import type { ChainCommandLine } from '../../../settings/command-line/index.ts';
import { connectToChain } from '../../client/index.ts';
import { getConfigFile, readChainServerConfig } from '../config/index.ts';
import { toChainCommandError } from './chain-refusal.ts';
import type { ChainTerminal } from './chain-terminal.ts';
import { MIN_PAYMENT_KEY_LENGTH } from './status-report.ts';

/** The service's rows of several days are searched without an index. */
const CLOSE_TIMEOUT_MS = 5 * 60_000;

const closeResultSchema = z.object({
  result: z.enum([
    'paid',
    'not-paid',
    'not-open',
    'several',
    'in-ledger',
    'row-differs',
    'row-not-final',
    'row-without-time',
    'list-unread',
    'list-incomplete',
    'list-not-yet-read',
    'row-without-external-id',
  ]),
  external_id: z.string().nullable(),
  service_id: z.string().nullable(),
  until: z.string().nullable(),
});
type CloseResult = z.infer<typeof closeResultSchema>;

/**
 * Closes an open payment that no ledger holds any more, if the service's list proves its outcome. The
 * person and the reason are recorded.
 */
export async function runCloseCommand(
  { operand, options }: ChainCommandLine,
  { workingFolder, env, write }: ChainTerminal,
): Promise<ExitCode> {
  const key = (operand ?? '').trim();
  if (!/^[0-9a-f-]+$/i.test(key) || key.length < MIN_PAYMENT_KEY_LENGTH) {
    throw new Error(
      `${key} is no external_id. Give it, or its first ${MIN_PAYMENT_KEY_LENGTH} characters, as chain status prints them.`,
    );
  }
  const configOption = options.get('config');
  const file = getConfigFile(
    configOption === undefined ? undefined : resolve(workingFolder, configOption),
    env,
  );
  const { hosts, database, ca, maker } = await readChainServerConfig(file, env);
  if (maker === undefined)
    throw new Error(
      `${file}: the login "maker" is missing, and chain close needs it. Add it from the chain.json that chain init wrote.`,
    );
  const connected = await connectToChain(
    { hosts, database, ca, ...maker },
    { deadlineMs: CLOSE_TIMEOUT_MS },
  );
  if (!connected.ok) throw toChainCommandError(connected.problem);
  try {
    const answer = await connected.value.query('SELECT * FROM chain.close_payment_v1($1, $2, $3)', [
      key,
      `${userInfo().username} (${hostname()})`,
      (options.get('reason') ?? '').trim(),
    ]);
    if (!answer.ok) throw toChainCommandError(answer.problem);
    const closed = closeResultSchema.parse(answer.value[0]);
    const text = `${closed.external_id ?? key}: ${formatCloseResult(closed)}`;
    if (closed.result !== 'paid' && closed.result !== 'not-paid') throw new Error(text);
    write(`${text}\n`);
    return EXIT_CODES.done;
  } finally {
    await connected.value.end();
  }
}

function formatCloseResult({ result, service_id: serviceId, until }: CloseResult): string {
  switch (result) {
    case 'paid':
      return `closed as paid: the service performed it as transaction ${serviceId}. It is in the file of its day, or a late difference of that day if the file was made before.`;
    case 'not-paid':
      return serviceId === null
        ? 'closed as not paid: the service does not list it.'
        : `closed as not paid: the service did not complete transaction ${serviceId}.`;
    case 'not-open':
      return 'the chain has no open payment with this external_id.';
    case 'several':
      return 'several open payments have this external_id, or begin with it. Give the whole external_id.';
    case 'in-ledger':
      return 'nothing was closed: its till may still have it and resolve it. Wait until the till has reported everything, an hour after it was restored, or close it at the till.';
    case 'row-differs':
      return `nothing was closed: the service's transaction ${serviceId} has this external_id with another biller, account or amount. Ask the service.`;
    case 'row-not-final':
      return `nothing was closed: the service's transaction ${serviceId} has no final status. Ask the service how it ended.`;
    case 'row-without-time':
      return `nothing was closed: the service's transaction ${serviceId} has no time, and belongs to no day. Ask the service.`;
    case 'list-unread':
      return 'nothing was closed: the service\'s list was never read. chain start reads it, with "service" in chain.json.';
    case 'list-incomplete':
      return "nothing was closed: the service's list of that day is not stored without a gap, and so does not prove that the payment is missing. Ask the service.";
    case 'list-not-yet-read':
      return `nothing was closed: the service does not list it so far. It proves something once chain start has read the list until ${until}.`;
    case 'row-without-external-id':
      return 'nothing was closed: the service lists a transaction of this biller without external_id, which may be this payment. Ask the service.';
  }
}
