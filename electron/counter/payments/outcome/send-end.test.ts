import { expect, it } from 'vitest';
import { toSendCompletion } from './outcome.ts';

it('keeps an answer to the letter, and of one beyond all measure the beginning', () => {
  const usual = { kind: 'unknown', reason: 'unreadable-answer', httpStatus: 200 } as const;
  const text = '{"id":48586,"ticket_text":"ñ\\r\\n"}';
  expect(toSendCompletion({ ...usual, raw: text }).raw).toBe(text);
  expect(toSendCompletion({ ...usual, raw: null }).raw).toBeNull();
  expect(toSendCompletion({ ...usual, raw: 'x'.repeat(30_000_000) }).raw).toMatch(
    /^x{65530} \[…\]$/,
  );
});
