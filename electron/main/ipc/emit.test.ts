import { describe, expect, it } from 'vitest';
import { createEmitter } from './index.ts';

function emitter() {
  const sent: unknown[] = [];
  const logged: unknown[] = [];
  const note = (fields: object) => void logged.push(fields);
  const emit = createEmitter({
    send: (channel, payload) => void sent.push([channel, payload]),
    log: { info: note, warn: note, error: note },
  });
  return { emit, sent, logged };
}

describe('events', () => {
  it('go to the page on their own channel', () => {
    const { emit, sent, logged } = emitter();
    emit('payments.changed', { paymentId: 'a', payment: null });
    expect(sent).toEqual([['event:payments.changed', { paymentId: 'a', payment: null }]]);
    expect(logged).toEqual([]);
  });

  it('stay here and are logged when they do not fit, without stopping the work', () => {
    const { emit, sent, logged } = emitter();
    const tooMuch = { paymentId: 'a', payment: null, secretKey: 'x' };
    expect(() => emit('payments.changed', tooMuch)).not.toThrow();
    expect(sent).toEqual([]);
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain('secretKey');
  });
});
