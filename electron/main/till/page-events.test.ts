import { expect, it } from 'vitest';
import { silentLog, yieldToEventLoop } from '../../platform/index.ts';
import { createPageEvents } from './page-events.ts';

/** What stands for a status line here: only whether and when it is told is looked at. */
function pageEvents() {
  const said: string[] = [];
  let lines = 0;
  const events = createPageEvents({
    emit: (name) => void said.push(name),
    line: () => {
      lines += 1;
      return Object({ lines });
    },
    log: silentLog,
  });
  return { ...events, said, lines: () => lines };
}

it('tells the status once for all that changes in one turn, and after the rest of it', async () => {
  const { emit, emitStatus, said, lines } = pageEvents();
  emitStatus();
  emitStatus();
  emit('cash.changed', {});
  await yieldToEventLoop();
  expect(said).toEqual(['cash.changed', 'status.changed']);
  expect(lines()).toBe(1);
  emitStatus();
  await yieldToEventLoop();
  expect(lines()).toBe(2);
});

it('tells nothing once it is stopped, not even what it owes', async () => {
  const { emit, emitStatus, stop, said, lines } = pageEvents();
  emitStatus();
  stop();
  emit('cash.changed', {});
  await yieldToEventLoop();
  expect(said).toEqual([]);
  expect(lines()).toBe(0);
});
