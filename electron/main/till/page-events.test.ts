import { expect, it } from 'vitest';
import { silentLog, yieldToEventLoop } from '../../platform/index.ts';
import { createPageEvents } from './page-events.ts';

/** A fake status line: these tests check only whether and when it is sent. */
function createTestEvents() {
  const emitted: string[] = [];
  let lines = 0;
  const pageEvents = createPageEvents({
    emit: (name) => void emitted.push(name),
    onStatusDue: () => {
      lines += 1;
      pageEvents.emit('status.changed', Object({ lines }));
    },
    log: silentLog,
  });
  return { ...pageEvents, emitted, lines: () => lines };
}

it('sends the status line once per turn of the event loop, after the other events', async () => {
  const { emit, emitStatus, emitted, lines } = createTestEvents();
  emitStatus();
  emitStatus();
  emit('cash.changed', {});
  await yieldToEventLoop();
  expect(emitted).toEqual(['cash.changed', 'status.changed']);
  expect(lines()).toBe(1);
  emitStatus();
  await yieldToEventLoop();
  expect(lines()).toBe(2);
});

it('sends nothing after it is stopped, not even a pending status line', async () => {
  const { emit, emitStatus, stop, emitted, lines } = createTestEvents();
  emitStatus();
  stop();
  emit('cash.changed', {});
  await yieldToEventLoop();
  expect(emitted).toEqual([]);
  expect(lines()).toBe(0);
});
