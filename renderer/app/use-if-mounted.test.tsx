import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useIfMounted } from './use-if-mounted.ts';

afterEach(cleanup);

it('does what an answer brings about while the screen that asked is there, and not after', () => {
  const act = vi.fn();
  const { result, rerender, unmount } = renderHook(() => useIfMounted());
  const whileHere = result.current;
  rerender();
  whileHere(act);
  expect(act).toHaveBeenCalledTimes(1);
  unmount();
  whileHere(act);
  expect(act).toHaveBeenCalledTimes(1);
});
