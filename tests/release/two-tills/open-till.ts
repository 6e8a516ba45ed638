import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Computer, formatProgram, HOME } from './computers.ts';
import type { TillActions } from './till-program.ts';

export type ActionName = keyof TillActions;
type Input<Name extends ActionName> = Parameters<TillActions[Name]>[0];
type Output<Name extends ActionName> = Awaited<ReturnType<TillActions[Name]>>;

/** A till that runs on a computer of the shop. */
export interface OpenTill {
  /** Calls an action, one at a time. Throws what it throws. */
  do<Name extends ActionName>(name: Name, input?: Input<Name>): Promise<Output<Name>>;
}

export async function openTill(
  computer: Computer,
  posNumber: string,
  servicesFile: string,
): Promise<OpenTill> {
  const profile = join(HOME, '.config', 'Mostrador');
  const till = computer.start(formatProgram('till-program.ts', profile, posNumber, servicesFile));
  let messages = '';
  till.stderr?.on('data', (data) => {
    messages += String(data);
  });
  if (till.stdout === null) throw new Error('no pipe');
  const lines = createInterface({ input: till.stdout })[Symbol.asyncIterator]();
  const exited = once(till, 'exit').then(() => null);
  const read = async () => {
    const line = await Promise.race([lines.next(), exited]);
    if (line === null || line.done === true) throw new Error(`the till ended: ${messages}`);
    const answer = JSON.parse(line.value);
    if ('error' in answer) throw new Error(`till ${posNumber}: ${answer.error}`);
    return answer.value;
  };
  await read();
  return {
    do: async (name, input) => {
      till.stdin?.write(`${JSON.stringify([name, input ?? null])}\n`);
      return await read();
    },
  };
}
