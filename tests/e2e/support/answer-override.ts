import type { Page } from '@playwright/test';
import { CALL_CHANNEL, toEventChannel } from '../../../electron/preload/index.ts';
import type { CallAnswer, CallName, EventName } from '../../../shared/contract/index.ts';

/**
 * What main answers to the page, replaced on its way: the page meets a state of the till that would
 * take a broken disk or a day to bring about. On the browser shell only.
 */
export interface AnswerOverride {
  /** From now on. */
  override<Name extends CallName>(
    name: Name,
    answer: (real: CallAnswer<Name>) => CallAnswer<Name>,
  ): void;
  /** The page waits for an answer, and gets none. */
  withhold(name: CallName): void;
  /** What main says is passed on as it is. */
  restore(name: CallName): void;
  /** The page asks for everything again. */
  triggerRefetch(): void;
}

/** Opens the page anew, between it and main. */
export async function createAnswerOverride(page: Page): Promise<AnswerOverride> {
  const withheld = new Set<string>();
  const answers = new Map<string, (real: unknown) => unknown>();
  let say: (message: string) => void = () => {};
  await page.routeWebSocket(/./, (socket) => {
    const asked = new Map<number, string>();
    const main = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, channel, args } = JSON.parse(String(message));
      if (channel === CALL_CHANNEL) asked.set(id, args[0].name);
      main.send(message);
    });
    main.onMessage((message) => {
      const said = JSON.parse(String(message));
      const name = asked.get(said.id) ?? '';
      if (withheld.has(name)) return;
      const answer = answers.get(name);
      // What main says unasked would undo it.
      if (said.channel === toEventChannel('status.changed') && answers.has('till.status')) return;
      socket.send(
        answer === undefined ? message : JSON.stringify({ ...said, value: answer(said.value) }),
      );
    });
    say = (message) => socket.send(message);
  });
  await page.reload();
  return {
    override: (name, answer) => void answers.set(name, (real) => answer(real as never)),
    withhold: (name) => void withheld.add(name),
    restore: (name) => {
      answers.delete(name);
      withheld.delete(name);
    },
    triggerRefetch: () => {
      const changed: readonly [EventName, object][] = [
        ['till.changed', {}],
        ['printing.changed', { jobId: null, paymentId: null }],
      ];
      for (const [name, payload] of changed) {
        say(JSON.stringify({ channel: toEventChannel(name), args: [payload] }));
      }
    },
  };
}
