import { expect, it } from 'vitest';
import { toSendCompletion } from './outcome.ts';

it('stores an answer unchanged, and only the beginning of a huge one', () => {
  const answer = { kind: 'unknown', reason: 'unreadable-answer', httpStatus: 200 } as const;
  const text = '{"id":48586,"ticket_text":"ñ\\r\\n"}';
  expect(toSendCompletion({ ...answer, raw: text }).raw).toBe(text);
  expect(toSendCompletion({ ...answer, raw: null }).raw).toBeNull();
  expect(toSendCompletion({ ...answer, raw: 'x'.repeat(30_000_000) }).raw).toMatch(
    /^x{65530} \[…\]$/,
  );
});
