import { describe, expect, it } from 'vitest';
import { createEmitter } from './index.ts';

function createTestEmitter() {
  const sent: unknown[] = [];
  const logged: unknown[] = [];
  const log = (fields: object) => void logged.push(fields);
  const emit = createEmitter({
    send: (channel, payload) => void sent.push([channel, payload]),
    log: { info: log, warn: log, error: log },
  });
  return { emit, sent, logged };
}

describe('createEmitter', () => {
  it('sends an event to the page on the event’s channel', () => {
    const { emit, sent, logged } = createTestEmitter();
    emit('payments.changed', { paymentId: 'a', payment: null });
    expect(sent).toEqual([['event:payments.changed', { paymentId: 'a', payment: null }]]);
    expect(logged).toEqual([]);
  });

  it('logs and drops an event that violates its schema without throwing', () => {
    const { emit, sent, logged } = createTestEmitter();
    const invalidPayload = { paymentId: 'a', payment: null, secretKey: 'x' };
    expect(() => emit('payments.changed', invalidPayload)).not.toThrow();
    expect(sent).toEqual([]);
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain('secretKey');
  });
});
