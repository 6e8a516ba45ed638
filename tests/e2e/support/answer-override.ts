import type { Page } from '@playwright/test';
import { CALL_CHANNEL, toEventChannel } from '../../../electron/preload/index.ts';
import type { CallName, EventName, TillCallResult } from '../../../shared/contract/index.ts';

/**
 * Replaces the answers that main sends to the page, to show a state of the till that otherwise
 * needs a broken disk or a day. On the browser shell only.
 */
export interface AnswerOverride {
  /** Applies `answer` to each later answer of this call. */
  override<Name extends CallName>(
    name: Name,
    answer: (real: TillCallResult<Name>) => TillCallResult<Name>,
  ): void;
  /** Answers the call in the place of main, which does not receive it. */
  replace<Name extends CallName>(name: Name, answer: TillCallResult<Name>): void;
  /** Drops the answers of this call: the page gets none. */
  withhold(name: CallName): void;
  /** Passes the answers of this call on unchanged again. */
  restore(name: CallName): void;
  /** Makes the page repeat its queries. */
  triggerRefetch(): void;
}

/** Places itself between page and main, and reloads the page. */
export async function createAnswerOverride(page: Page): Promise<AnswerOverride> {
  const withheld = new Set<string>();
  const answers = new Map<string, (real: unknown) => unknown>();
  const replacements = new Map<string, unknown>();
  let sendToPage: (message: string) => void = () => {};
  await page.routeWebSocket(/./, (socket) => {
    const callNames = new Map<number, string>();
    const main = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, channel, args } = JSON.parse(String(message));
      const name = channel === CALL_CHANNEL ? args[0].name : '';
      if (replacements.has(name)) {
        socket.send(JSON.stringify({ id, value: replacements.get(name) }));
        return;
      }
      callNames.set(id, name);
      main.send(message);
    });
    main.onMessage((message) => {
      const reply = JSON.parse(String(message));
      const name = callNames.get(reply.id) ?? '';
      if (withheld.has(name)) return;
      const answer = answers.get(name);
      // An event with the real status would undo the override.
      if (reply.channel === toEventChannel('status.changed') && answers.has('till.status')) return;
      socket.send(
        answer === undefined ? message : JSON.stringify({ ...reply, value: answer(reply.value) }),
      );
    });
    sendToPage = (message) => socket.send(message);
  });
  await page.reload();
  return {
    override: (name, answer) => void answers.set(name, (real) => answer(real as never)),
    replace: (name, answer) => void replacements.set(name, answer),
    withhold: (name) => void withheld.add(name),
    restore: (name) => {
      answers.delete(name);
      replacements.delete(name);
      withheld.delete(name);
    },
    triggerRefetch: () => {
      const changeEvents: readonly [EventName, object][] = [
        ['till.changed', {}],
        ['printing.changed', { jobId: null, paymentId: null }],
      ];
      for (const [name, payload] of changeEvents) {
        sendToPage(JSON.stringify({ channel: toEventChannel(name), args: [payload] }));
      }
    },
  };
}
